import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { INDUSTRIES } from '#shared/community/industries.ts'
import { SETTINGS_LIMITS } from '#shared/community/rules.ts'
import type { Settings, SettingsOf } from '#shared/community/settings.ts'
import type { DirectoryPage } from '#shared/people/directory.ts'
import type { SearchResults } from '#shared/search/schema.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { startTestApp } from '#server/testing/app.ts'

const ADMIN = `${randomUUID()}@guildhall.test`
const URL = '/api/admin/settings/industries'
const JOINED_AT = '2026-01-01T00:00:00.000Z'

const app = await startTestApp({ env: { ADMIN_EMAILS: ADMIN }, liftRateLimits: true })
const admin = await app.member({ email: ADMIN })
const viewer = await app.member()
beforeAll(async () => {
  await join(
    { displayName: 'Ada', headline: 'Rivers and lakes', industry: 'Arts and culture' },
    { displayName: 'Bea', headline: 'Zithereens of Lisbon', industry: 'Manufacturing' },
    { displayName: 'Cem', headline: 'Arts manager', industry: 'Education and training' },
    {
      displayName: 'Dora',
      asks: [{ id: 'ask', text: 'A zithereen', expiresAt: '2999-01-01T00:00:00.000Z' }],
    },
    {
      displayName: 'Edo',
      industry: 'Arts and culture',
      visibility: { ...newcomer('', JOINED_AT).visibility, industry: 'me' },
    },
  )
})
afterAll(() => app.close())
beforeEach(() => saveWords([]))

async function join(...people: Partial<MemberDocument>[]) {
  await app.store.transact(async (tx) => {
    for (const person of people) {
      const member = { ...newcomer(randomUUID(), JOINED_AT), version: 1, email: 'someone@guildhall.test' }
      tx.put(members, { ...member, onboardedAt: JOINED_AT, ...person })
    }
  })
  app.advance(1_000)
}

const settings = async () => (await admin.call('GET', URL)).json<Settings<'industries'>>()

async function save(change: Partial<SettingsOf<'industries'>>) {
  const { version, value } = await settings()
  return admin.call('PUT', URL, {
    body: { ...value, moves: [], ...change },
    headers: { 'if-match': `"${version}"` },
  })
}

const saveWords = (words: SettingsOf<'industries'>['words']) => save({ words })

async function search(q: string) {
  const answer = await viewer.call('GET', `/api/directory?${new URLSearchParams({ q })}`)
  return answer.json<DirectoryPage>()
}
const namesFor = async (q: string) => (await search(q)).items.map(({ displayName }) => displayName)

test('an industry word ranks people who wrote it, then the industry’s members and trades, then people who ask for it', async () => {
  expect(await namesFor('zithereen')).toEqual(['Bea', 'Dora'])
  await saveWords([{ industry: 'Arts and culture', words: ['zithereens'] }])
  expect(await namesFor('zithereen')).toEqual(['Bea', 'Cem', 'Ada', 'Dora'])
  const everywhere = await viewer.call('GET', '/api/search?q=zithereens')
  expect(everywhere.json<SearchResults>().people.map(({ displayName }) => displayName)).toEqual([
    'Bea',
    'Cem',
    'Ada',
    'Dora',
  ])
  await saveWords([])
  expect(await namesFor('zithereen')).toEqual(['Bea', 'Dora'])
})

test('a member who is found by the industry is shown with it', async () => {
  await saveWords([{ industry: 'Arts and culture', words: ['enamelled heirlooms'] }])
  const { items } = await search('enamelled heirlooms')
  expect(items.find(({ displayName }) => displayName === 'Ada')).toMatchObject({
    line: { field: 'industry', text: 'Arts and culture' },
  })
})

test.each(['Enamelled Heirloom', 'someone for enamelled heirlooms', 'heirlooms enamelled in Lisbon', 'hx'])(
  'a phrase is found in its order and in any form, and short words too: %s',
  async (q) => {
    await saveWords([{ industry: 'Arts and culture', words: ['enamelled heirlooms', 'HX'] }])
    expect((await namesFor(q)).includes('Ada')).toBe(!q.endsWith('Lisbon'))
  },
)

test('a word finds nobody by an industry that is hidden from the viewer', async () => {
  await saveWords([{ industry: 'Arts and culture', words: ['heirlooms'] }])
  expect(await namesFor('heirlooms')).not.toContain('Edo')
  expect(await namesFor('edo heirlooms')).not.toContain('Edo')
})

test('a renamed industry keeps its words, and a removed one loses them', async () => {
  const renamed = INDUSTRIES.map((name) => (name === 'Arts and culture' ? 'Crafts' : name))
  await save({
    names: renamed,
    moves: [{ from: 'Arts and culture', to: 'Crafts' }],
    words: [{ industry: 'Crafts', words: ['heirlooms'] }],
  })
  await app.services.jobs.find(({ name }) => name === 'industry moves')!.run()
  expect(await namesFor('heirlooms')).toContain('Ada')
  await save({ names: [...INDUSTRIES], moves: [{ from: 'Crafts', to: 'Arts and culture' }] })
  await app.services.jobs.find(({ name }) => name === 'industry moves')!.run()
  expect((await settings()).value.words).toEqual([])
  expect(await namesFor('heirlooms')).toEqual([])
})

test('words are saved on one line, once each, and only for industries of the list', async () => {
  await saveWords([
    { industry: 'Law', words: [' tax\n court ', 'tax court', ''] },
    { industry: 'Alchemy', words: ['gold'] },
    { industry: 'Property', words: [' '] },
  ])
  expect((await settings()).value.words).toEqual([{ industry: 'Law', words: ['tax court'] }])
})

test.each<[string, readonly string[]]>([
  ['too many words', Array.from({ length: SETTINGS_LIMITS.industryWords + 1 }, (_, at) => `word ${at}`)],
  ['a word that is too long', ['x'.repeat(SETTINGS_LIMITS.industryWord + 1)]],
])('%s for an industry are refused', async (_, words) => {
  expect((await saveWords([{ industry: 'Law', words: [...words] }])).statusCode).toBe(400)
})

test('hostile words are text, never syntax', async () => {
  await saveWords([{ industry: 'Law', words: ['a" OR "b', '*', 'NOT', '\u202e', "'; --"] }])
  for (const q of ['a" OR "b', '*', 'NOT', 'law']) {
    const answer = await viewer.call('GET', `/api/directory?${new URLSearchParams({ q })}`)
    expect(answer.statusCode).toBe(200)
  }
})
