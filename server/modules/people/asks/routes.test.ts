import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { PAGE_SIZE } from '#shared/lib/page.ts'
import type { OpenAskPage } from '#shared/people/asks.ts'
import { DEFAULT_VISIBILITY } from '#shared/people/profile.ts'
import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import { type MemberDocument, members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { profileEdit } from '#server/testing/fixtures/profiles.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

let app: TestApp
let viewer: Person
/** Filters the asks of one test, since all share one server. */
let city: string
beforeAll(async () => {
  app = await startTestApp({ liftRateLimits: true })
  viewer = await app.member()
})
afterAll(() => app.close())
beforeEach(() => {
  city = `Town ${randomUUID()}`
})

const ask = (text: string, days = 30) => ({
  id: randomUUID(),
  text,
  expiresAt: new Date(app.clock() + days * DAY).toISOString(),
})

async function put(...people: Partial<MemberDocument>[]) {
  const ids = people.map(({ id = randomUUID() }) => id)
  await app.store.transact(async (tx) => {
    for (const [at, more] of people.entries())
      tx.put(members, {
        ...newcomer(ids[at]!, '2026-01-01T00:00:00.000Z'),
        version: 1,
        email: `${ids[at]}@guildhall.test`,
        displayName: 'Ada',
        onboardedAt: '2026-01-01T00:00:00.000Z',
        address: { city },
        ...more,
      })
  })
  // Direct writes are visible after a second, like those of another process.
  app.advance(1_000)
  return ids
}

async function pageFor(by: Person, query: Record<string, string> = {}) {
  const answer = await by.call('GET', `/api/asks?${new URLSearchParams({ city, ...query })}`)
  expect(answer.statusCode).toBe(200)
  return answer.json<OpenAskPage>()
}
const textsFor = async (by: Person, query?: Record<string, string>) =>
  (await pageFor(by, query)).items.map(({ text }) => text)

async function connect(one: Person, other: Person) {
  await one.call('POST', '/api/connections', { body: { memberId: other.uid, note: '' } })
  await other.call('POST', `/api/connections/${connectionIdOf(one.uid, other.uid)}/accept`)
}

test('the asks are listed newest first, and a renewed one comes first again', async () => {
  const owner = await app.member()
  const [older, newer] = [ask('A printer', 10), ask('A plumber', 20)]
  await put({ id: owner.uid, asks: [older] }, { asks: [newer, ask('A baker', 15)] })
  expect(await textsFor(viewer)).toEqual(['A plumber', 'A baker', 'A printer'])
  const renewal = await owner.call('POST', `/api/me/asks/${older.id}/renewal`)
  expect(renewal.statusCode).toBe(200)
  expect(await textsFor(viewer)).toEqual(['A printer', 'A plumber', 'A baker'])
})

test('an expired ask is not listed, and leaves the list at its time', async () => {
  await put({ asks: [ask('Too late', -1), ask('Still open', MINUTE / DAY)] })
  expect(await textsFor(viewer)).toEqual(['Still open'])
  app.advance(MINUTE)
  expect(await textsFor(viewer)).toEqual([])
})

test('the filters ignore case and accents, and both must match', async () => {
  await put(
    { asks: [ask('In the city')], address: { city: `Łódź ${city}` }, industry: 'Law' },
    { asks: [ask('Of another industry')], address: { city: `Łódź ${city}` }, industry: 'Property' },
    { asks: [ask('Elsewhere')], industry: 'Law' },
  )
  const town = `lodz ${city.toUpperCase()}`
  expect(await textsFor(viewer, { city: town, industry: 'law' })).toEqual(['In the city'])
  expect((await textsFor(viewer, { city: town })).toSorted()).toEqual(['In the city', 'Of another industry'])
})

test('a hidden city or industry finds no ask and is not shown', async () => {
  const visibility = { ...DEFAULT_VISIBILITY, address: 'connections', industry: 'me' } as const
  await put({ asks: [ask('Quiet')], industry: 'Cartography', visibility })
  expect(await textsFor(viewer)).toEqual([])
  const answer = await viewer.call('GET', '/api/asks?industry=Cartography')
  expect(answer.json<OpenAskPage>().items).toEqual([])
  const all = (await viewer.call('GET', '/api/asks')).json<OpenAskPage>().items
  const found = all.find(({ text }) => text === 'Quiet')
  expect([found?.city, found?.industry]).toEqual([undefined, undefined])
})

test('an ask for connections is listed for them and its owner, and a private one for no one', async () => {
  const [owner, friend] = [await app.member(), await app.member()]
  await connect(friend, owner)
  const show = (asks: 'connections' | 'me') =>
    put({ id: owner.uid, asks: [ask('A cellist')], visibility: { ...DEFAULT_VISIBILITY, asks } })
  await show('connections')
  expect(await Promise.all([owner, friend, viewer].map((by) => textsFor(by)))).toEqual([
    ['A cellist'],
    ['A cellist'],
    [],
  ])
  await show('me')
  expect(await Promise.all([owner, friend, viewer].map((by) => textsFor(by)))).toEqual([[], [], []])
})

test('an ask has its member’s card and the relationship with the viewer', async () => {
  const owner = await app.member()
  await connect(viewer, owner)
  await put({
    id: owner.uid,
    displayName: 'Bea',
    company: 'Bea & Co',
    industry: 'Law',
    asks: [ask('A cellist')],
  })
  const [found] = (await pageFor(viewer)).items
  expect(found).toMatchObject({
    text: 'A cellist',
    member: { id: owner.uid, displayName: 'Bea', company: 'Bea & Co' },
    industry: 'Law',
    city,
    relationship: { state: 'connected' },
  })
  expect((await pageFor(owner)).items).toMatchObject([{ relationship: { state: 'self' } }])
})

test.each<[string, Partial<MemberDocument>]>([
  ['suspended', { status: 'suspended' }],
  ['not approved', { status: 'pending' }],
  ['former', { status: 'former' }],
  ['hidden from the directory', { directoryHidden: true }],
  ['about to be deleted', { deletionDueAt: '2099-01-01T00:00:00.000Z' }],
  ['hidden by an admin', { hidden: { profile: { at: '2026-01-01T00:00:00.000Z', reason: 'spam' } } }],
])('the list leaves out asks of a member who is %s', async (_, more) => {
  await put({ asks: [ask('Hidden')], ...more }, { asks: [ask('Shown')] })
  expect(await textsFor(viewer)).toEqual(['Shown'])
})

test('a block hides asks in both directions', async () => {
  const [one, other] = [await app.member(), await app.member()]
  await put({ id: one.uid, asks: [ask('Of one')] }, { id: other.uid, asks: [ask('Of the other')] })
  await one.call('PUT', `/api/blocks/${other.uid}`)
  expect(await textsFor(one)).toEqual(['Of one'])
  expect(await textsFor(other)).toEqual(['Of the other'])
  expect((await textsFor(viewer)).toSorted()).toEqual(['Of one', 'Of the other'])
})

test('pages are full without hidden asks, and follow each other without gaps', async () => {
  const hidden = Array.from({ length: 3 }, (_, at) => ({
    asks: [ask(`Hidden ${at}`, 80)],
    directoryHidden: true,
  }))
  const shown = Array.from({ length: PAGE_SIZE + 2 }, (_, at) => ({ asks: [ask(`Shown ${at}`, 60 - at)] }))
  await put(...hidden, ...shown)
  const first = await pageFor(viewer)
  expect(first.items).toHaveLength(PAGE_SIZE)
  const second = await pageFor(viewer, { cursor: first.next ?? '' })
  expect([...first.items, ...second.items].map(({ text }) => text)).toEqual(
    shown.map(({ asks: [each] }) => each!.text),
  )
  expect(second.next).toBeUndefined()
})

test('a cursor of another filter and an unknown parameter are refused', async () => {
  await put(...Array.from({ length: PAGE_SIZE + 1 }, () => ({ asks: [ask('A printer')] })))
  const { next = '' } = await pageFor(viewer)
  for (const query of [`cursor=${next}`, 'cursor=x', 'q=printer', `city=${'x'.repeat(121)}`]) {
    const answer = await viewer.call('GET', `/api/asks?${query}`)
    expect(answer.statusCode).toBe(400)
  }
})

test('a text that looks like markup or SQL is listed as it was written', async () => {
  const owner = await app.member()
  await put({ id: owner.uid })
  const text = `<img src=x onerror=alert(1)> '); DROP TABLE person;--`
  const body = { ...profileEdit, address: { city }, asks: [text] }
  const { version } = (await owner.call('GET', '/api/me')).json<{ version: number }>()
  await owner.call('PUT', '/api/me', { body, headers: { 'if-match': `"${version}"` } })
  expect(await textsFor(viewer)).toEqual([text])
})
