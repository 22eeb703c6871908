import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Page } from '#shared/lib/page.ts'
import type { Connection } from '#shared/people/connections.ts'
import type { DirectoryPage } from '#shared/people/directory.ts'
import { DEFAULT_VISIBILITY, VISIBILITIES, type Visibility } from '#shared/people/profile.ts'
import { forEachText, VISIBLE_FIELDS, type VisibleField } from '#shared/people/profile-fields.ts'
import type { SearchResults } from '#shared/search/schema.ts'
import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

/** A word of each field that is in no other field, and in no trade. */
const WORDS: Record<VisibleField, string> = {
  photo: 'a'.repeat(64),
  ...forEachText((field) => `xylophone${field}`),
  industry: 'consulting',
  address: 'ulaanbaatar',
  timeZone: 'reykjavik',
  asks: 'xylophoneasks',
  offers: 'xylophoneoffers',
  keywords: 'falconry',
  links: 'quetzal',
  phone: '447700900123',
  email: 'odile',
}

/** The fields in which every search finds people, of those that the viewer may see. */
const SEARCHED: readonly VisibleField[] = [
  'headline',
  'company',
  'industry',
  'address',
  'bio',
  'asks',
  'offers',
  'keywords',
]

/** The visibilities with which each viewer finds a field, written out. */
const VIEWERS: Record<string, readonly Visibility[]> = {
  connection: ['public', 'members', 'connections'],
  member: ['public', 'members'],
  owner: ['public', 'members'],
  'blocked member': [],
}

type Person = Awaited<ReturnType<TestApp['member']>>

const PAST = '2026-01-01T00:00:00.000Z'
const FUTURE = '2999-01-01T00:00:00.000Z'

let app: TestApp
let owner: Person
let viewers: Record<string, Person>
beforeAll(async () => {
  app = await startTestApp({ liftRateLimits: true })
  const [connection, member, blocked] = [await app.member(), await app.member(), await app.member()]
  owner = await app.member()
  viewers = { connection, member, owner, 'blocked member': blocked }
  for (const { call, uid } of [connection, blocked]) {
    await call('POST', '/api/connections', { body: { memberId: owner.uid, note: '' } })
    await owner.call('POST', `/api/connections/${connectionIdOf(uid, owner.uid)}/accept`)
  }
  await owner.call('PUT', `/api/blocks/${blocked.uid}`)
})
afterAll(() => app.close())

async function saveWith(field: VisibleField, visibility: Visibility) {
  await app.store.transact(async (tx) =>
    tx.put(members, {
      ...newcomer(owner.uid, PAST),
      version: 1,
      email: `${WORDS.email}@guildhall.test`,
      onboardedAt: PAST,
      displayName: 'Imke Wollenberg',
      photo: WORDS.photo,
      ...forEachText((text) => `The ${WORDS[text]} of Imke`),
      industry: 'Consulting',
      address: { city: 'Ulaanbaatar' },
      timeZone: 'Atlantic/Reykjavik',
      asks: [{ id: 'ask', text: 'A xylophoneasks', expiresAt: FUTURE }],
      offers: [{ id: 'offer', text: 'A xylophoneoffers', expiresAt: FUTURE }],
      keywords: ['Falconry'],
      links: ['https://quetzal.example.org'],
      phone: '+447700900123',
      visibility: { ...DEFAULT_VISIBILITY, [field]: visibility },
    }),
  )
  // Direct writes are visible after a second, like those of another process.
  app.advance(1_000)
}

/** The answer of each search, and the people in it. */
async function searchedBy({ call }: Person, q: string) {
  const get = async <T>(path: string, query: Record<string, string>) =>
    (await call('GET', `${path}?${new URLSearchParams(query)}`)).json<T>()
  const directory = await get<DirectoryPage>('/api/directory', { q })
  const everywhere = await get<SearchResults>('/api/search', { q })
  const connections = await get<Page<Connection>>('/api/connections', { list: 'accepted', q })
  return {
    directory: { found: directory.items.map(({ id }) => id), answer: directory },
    everywhere: { found: everywhere.people.map(({ id }) => id), answer: everywhere },
    connections: { found: connections.items.map(({ member }) => member.id), answer: connections },
  }
}

const cases = VISIBLE_FIELDS.flatMap((field) => VISIBILITIES.map((visibility) => ({ field, visibility })))

test.for(cases)(
  'every search finds a field by its visibility: $field, visible to “$visibility”',
  async ({ field, visibility }) => {
    await saveWith(field, visibility)
    for (const [name, viewer] of Object.entries(viewers)) {
      const nothing = await searchedBy(viewer, 'wordthatnobodyhas')
      const answers = await searchedBy(viewer, WORDS[field])
      for (const [search, { found, answer }] of Object.entries(answers)) {
        const isListed = search !== 'connections' || name === 'connection'
        const isVisible = VIEWERS[name]!.includes(visibility)
        const isFound = isListed && isVisible && SEARCHED.includes(field)
        expect({ name, search, found }).toEqual({ name, search, found: isFound ? [owner.uid] : [] })
        // A hidden match changes no count and nothing else of the answer.
        expect(answer).toEqual(isFound ? answer : nothing[search as keyof typeof nothing].answer)
      }
    }
  },
)

test.for(cases)(
  'a member found by the name shows no field that is hidden from the viewer: $field, visible to “$visibility”',
  async ({ field, visibility }) => {
    await saveWith(field, visibility)
    for (const [name, viewer] of Object.entries(viewers)) {
      if (name === 'owner' || VIEWERS[name]!.includes(visibility)) continue
      const answers = [await searchedBy(viewer, `imke ${WORDS[field]}`), await searchedBy(viewer, 'imke')]
      expect(JSON.stringify(answers).toLowerCase()).not.toContain(WORDS[field])
    }
  },
)
