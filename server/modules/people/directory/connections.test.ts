import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { ConnectionPage } from '#shared/people/connections.ts'
import type { DirectoryFacets, DirectoryPage } from '#shared/people/directory.ts'
import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import type { SearchResults } from '#shared/search/schema.ts'
import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { FOUND_SPELLINGS, OTHER_SPELLINGS } from '#server/testing/fixtures/spellings.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

let owner: Person
let friend: Person
let other: Person
const app = await startTestApp({ liftRateLimits: true })
beforeAll(async () => {
  ;[owner, friend, other] = [await app.member(), await app.member(), await app.member()]
  await request(friend, owner)
  await answer(owner, 'accept', friend)
})
afterAll(() => app.close())
beforeEach(() => save(owner))

const PAST = '2026-01-01T00:00:00.000Z'
const exchange = (text: string, expiresAt = '2099-01-01T00:00:00.000Z') => ({
  id: randomUUID(),
  text,
  expiresAt,
})

const FOR_CONNECTIONS = {
  ...DEFAULT_VISIBILITY,
  headline: 'connections',
  company: 'connections',
  industry: 'connections',
  address: 'connections',
  keywords: 'connections',
  asks: 'connections',
  offers: 'connections',
} as const

const NO_TEXTS = { headline: '', industry: '', address: {}, keywords: [], asks: [], offers: [] }

async function save({ uid }: { uid: string }, edit: Partial<MemberDocument> = {}) {
  await app.store.transact(async (tx) =>
    tx.put(members, {
      ...newcomer(uid, PAST),
      version: 1,
      email: `${uid}@guildhall.test`,
      onboardedAt: PAST,
      displayName: 'Odile Person',
      headline: 'Keeper of lighthouses',
      company: 'Quux & Sons',
      industry: 'Consulting',
      address: { city: 'Ulaanbaatar', country_code: 'MN' },
      keywords: ['Falconry'],
      asks: [exchange('A cellist for a wedding'), exchange('Old oboe', PAST)],
      offers: [exchange('Sourdough starter')],
      visibility: FOR_CONNECTIONS,
      ...edit,
    }),
  )
  // Direct writes are visible after a second, like those of another process.
  app.advance(1_000)
}

const request = (by: Person, { uid }: Person) =>
  by.call('POST', '/api/connections', { body: { memberId: uid, note: '' } })
const answer = (by: Person, command: 'accept' | 'decline' | 'remove', { uid }: Person) =>
  by.call('POST', `/api/connections/${connectionIdOf(by.uid, uid)}/${command}`)

const directory = async (by: Person, q: string, more: Record<string, string> = {}) =>
  (await by.call('GET', `/api/directory?${new URLSearchParams({ q, ...more })}`)).json<DirectoryPage>()
const connectionPage = async (by: Person, q: string) =>
  (await by.call('GET', `/api/connections?${new URLSearchParams({ q })}`)).json<ConnectionPage>()
const connections = async (by: Person, q: string) => (await connectionPage(by, q)).items
const everywhere = async (by: Person, q: string) =>
  (await by.call('GET', `/api/search?${new URLSearchParams({ q })}`)).json<SearchResults>().people

const QUERIES = ['lighthouses', 'quux', 'beratung', 'ulaan', 'falconry', 'cellist', 'sourdough', 'odile quux']

async function expectNothingFoundBy(person: Person) {
  for (const q of QUERIES) {
    expect(await directory(person, q)).toEqual({ items: [], total: 0 })
    expect(await everywhere(person, q)).toEqual([])
  }
}

test.each<[q: string, line?: object]>([
  ['lighthouses'],
  ['quux'],
  ['consulting', { field: 'industry', text: 'Consulting' }],
  ['beratung'],
  ['ulaan'],
  ['falconry', { field: 'keywords', text: 'Falconry' }],
  ['cellist', { field: 'asks', text: 'A cellist for a wedding' }],
  ['sourdough', { field: 'offers', text: 'Sourdough starter' }],
  ['odile falconry sourdough', { field: 'offers', text: 'Sourdough starter' }],
])('a connection finds a member by “%s” in a field for connections', async (q, line) => {
  const { items, total } = await directory(friend, q)
  expect({ total, items }).toMatchObject({
    total: 1,
    items: [line ? { id: owner.uid, line } : { id: owner.uid }],
  })
  expect((await everywhere(friend, q)).map((item) => [item.id, item.line])).toEqual([[owner.uid, line]])
  expect((await connections(friend, q)).map((item) => [item.member.id, item.line])).toEqual([
    [owner.uid, line],
  ])
  expect((await connections(friend, q))[0]).toMatchObject({ city: 'Ulaanbaatar' })
})

test.each(['public', 'members', 'connections'] as const)(
  'a connection finds a member by a biography for %s, and sees its line',
  async (bio) => {
    await save(owner, { bio: 'I restore carillons.', visibility: { ...FOR_CONNECTIONS, bio } })
    const line = { field: 'bio', text: 'I restore carillons.' }
    expect((await directory(friend, 'carillons')).items).toMatchObject([{ id: owner.uid, line }])
    expect((await directory(other, 'carillons')).items).toMatchObject(
      bio === 'connections' ? [] : [{ id: owner.uid, line }],
    )
  },
)

test.each([
  ['sourdouhg', 'sourdough'],
  ['a photografer', undefined],
])(
  'the list of connections corrects a typing error only to what a connection has: %s',
  async (q, instead) => {
    await save(owner, { visibility: DEFAULT_VISIBILITY })
    await save(other, { ...NO_TEXTS, displayName: 'Uta', headline: 'Photographer' })
    const page = await connectionPage(friend, q)
    expect(page.instead).toBe(instead)
    expect(page.items.map(({ member }) => member.id)).toEqual(instead ? [owner.uid] : [])
  },
)

test('a field for connections is found only while the two are connected', async () => {
  await expectNothingFoundBy(other)
  await request(other, owner)
  await expectNothingFoundBy(other)
  await request(owner, other)
  expect(await directory(other, 'sourdough')).toMatchObject({ total: 1, items: [{ id: owner.uid }] })
  await answer(owner, 'remove', other)
  await expectNothingFoundBy(other)
  expect(await directory(other, 'odile')).toEqual({
    items: [expect.not.objectContaining({ headline: expect.anything(), line: expect.anything() })],
    total: 1,
  })
})

test('a declined request reveals no field for connections', async () => {
  const asking = await app.member()
  await request(asking, owner)
  await answer(owner, 'decline', asking)
  await expectNothingFoundBy(asking)
})

test('members do not find themselves by their fields for connections', async () => {
  await expectNothingFoundBy(owner)
})

test('a connection does not find a member by fields that only the member sees', async () => {
  await save(owner, { visibility: { ...FOR_CONNECTIONS, company: 'me', offers: 'me' } })
  for (const q of ['quux', 'sourdough', 'lighthouses quux'])
    expect(await directory(friend, q)).toEqual({ items: [], total: 0 })
  expect(await directory(friend, 'lighthouses')).toMatchObject({ total: 1 })
})

test('a connection finds no expired ask for connections', async () => {
  expect(await directory(friend, 'oboe')).toEqual({ items: [], total: 0 })
  expect(await directory(friend, 'quux oboe')).toEqual({ items: [], total: 0 })
  expect(await everywhere(friend, 'oboe')).toEqual([])
})

test.each<[string, Partial<MemberDocument>]>([
  ['who hides from the directory', { directoryHidden: true }],
  ['who is suspended', { status: 'suspended' }],
  ['who has deleted the account', { status: 'former' }],
  ['whose profile an admin has hidden', { hidden: { profile: { at: PAST, reason: 'spam' } } }],
])('a connection does not find a member %s by a field for connections', async (_, edit) => {
  await save(owner, edit)
  await expectNothingFoundBy(friend)
})

test('a connection who blocks finds nothing, and is not found', async () => {
  const blocker = await app.member()
  await request(blocker, owner)
  await answer(owner, 'accept', blocker)
  await save(blocker, { displayName: 'Blocker', company: 'Zebulon' })
  expect(await directory(owner, 'zebulon')).toMatchObject({ total: 1 })
  await blocker.call('PUT', `/api/blocks/${owner.uid}`)
  expect(await directory(owner, 'zebulon')).toEqual({ items: [], total: 0 })
  await expectNothingFoundBy(blocker)
})

test('filters and their values contain no field for connections', async () => {
  const facets = (await friend.call('GET', '/api/directory/facets')).json<DirectoryFacets>()
  expect(facets).toEqual({ industries: [], cities: [], keywords: [] })
  expect(await directory(friend, 'sourdough', { city: 'Ulaanbaatar' })).toEqual({ items: [], total: 0 })
  await save(owner, { visibility: { ...FOR_CONNECTIONS, address: 'members' } })
  expect(await directory(friend, 'sourdough', { city: 'Ulaanbaatar' })).toMatchObject({ total: 1 })
  expect(await directory(other, 'sourdough', { city: 'Ulaanbaatar' })).toEqual({ items: [], total: 0 })
})

test('fields for connections are found by the same spellings as other fields', async () => {
  for (const [spellings, total] of [
    [FOUND_SPELLINGS, 1],
    [OTHER_SPELLINGS, 0],
  ] as const) {
    for (const [typed, company] of spellings) {
      // One letter is the beginning of a name only.
      if (typed.length < 2) continue
      await save(owner, { ...NO_TEXTS, displayName: 'Q', company })
      expect([typed, company, (await directory(friend, typed, { asTyped: 'true' })).total]).toEqual([
        typed,
        company,
        total,
      ])
    }
  }
})
