import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { MAX_RESULTS } from '#shared/search/rules.ts'
import type { SearchResults } from '#shared/search/schema.ts'
import { HOUR, MINUTE } from '#shared/lib/durations.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'

type Member = Awaited<ReturnType<TestApp['member']>>

let viewer: Member
let other: Member
const app = await startTestApp()
beforeAll(async () => {
  ;[viewer, other] = [await app.member(), await app.member()]
})
afterAll(() => app.close())

const search = async (q: string, by = viewer) =>
  (await by.call('GET', `/api/search?${new URLSearchParams({ q })}`)).json<SearchResults>()

async function join(id: string, displayName: string, more = {}) {
  const at = '2026-01-01T00:00:00.000Z'
  await app.store.transact(async (tx) =>
    tx.put(members, {
      ...newcomer(id, at),
      version: 1,
      email: `${id}@guildhall.test`,
      onboardedAt: at,
      displayName,
      ...more,
    }),
  )
}

const later = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

async function connect(one: Member, another: Member) {
  const asked = await one.call('POST', '/api/connections', { body: { memberId: another.uid, note: '' } })
  await another.call('POST', `/api/connections/${asked.json<{ connectionId: string }>().connectionId}/accept`)
}

test('one search finds people, events and the viewer’s meetings', async () => {
  await join(other.uid, 'Quincy Marlow')
  await connect(viewer, other)
  await app.store.transact(async (tx) => {
    tx.put(events, eventDocument('gone', { title: 'Quince jam', startsAt: later(-48), status: 'completed' }))
    tx.put(events, eventDocument('next', { title: 'Quince harvest', startsAt: later(48) }))
  })
  const proposed = await viewer.call('POST', '/api/meetings', {
    body: {
      purpose: 'Quince supply for the winter',
      kind: 'advice',
      participants: [other.uid],
      durationMinutes: 30,
      slots: [later(72)],
      place: '',
      joinUrl: '',
      agenda: [],
    },
  })
  const found = await search('quinc')
  expect(proposed.statusCode).toBe(201)
  expect(found).toMatchObject({
    people: [{ id: other.uid, displayName: 'Quincy Marlow' }],
    events: [{ id: 'next' }, { id: 'gone' }],
    meetings: [{ purpose: 'Quince supply for the winter', people: ['Quincy Marlow'] }],
  })
  // Participants match, too, but only in meetings of the viewer.
  expect((await search('marlow')).meetings).toHaveLength(1)
  const outsider = await app.member()
  expect((await search('quinc', outsider)).meetings).toEqual([])
})

test('results that the viewer can’t see are left out, and do not count towards the limit', async () => {
  const blocker = await app.member()
  await join(blocker.uid, 'Zebulon Blocker')
  await blocker.call('PUT', `/api/blocks/${viewer.uid}`)
  await join('z-hidden', 'Zebulon Hidden', { directoryHidden: true })
  await join('z-suspended', 'Zebulon Suspended', { status: 'suspended' })
  for (let at = 0; at < MAX_RESULTS + 2; at += 1) await join(`z-${at}`, `Zebulon ${at}`)
  await app.store.transact(async (tx) => {
    tx.put(events, eventDocument('draft', { title: 'Zebulon draft', startsAt: later(9), status: 'draft' }))
  })
  const { people, events: found } = await search('zebulon')
  expect(people.map(({ displayName }) => displayName)).toEqual(
    Array.from({ length: MAX_RESULTS }, (_, at) => `Zebulon ${at}`),
  )
  expect(found).toEqual([])
})

test.each(['"', '*', 'NOT', 'a" OR "b', 'name : x', '--', '\u202e', 'a'])(
  'a query is text, never syntax: %j',
  async (q) => {
    const answer = await viewer.call('GET', `/api/search?${new URLSearchParams({ q })}`)
    expect(answer.statusCode).toBe(200)
  },
)

test.each(['', 'x'.repeat(101)])('an empty or too long query is refused', async (q) => {
  const answer = await viewer.call('GET', `/api/search?${new URLSearchParams({ q })}`)
  expect(answer.statusCode).toBe(400)
})

test('a visitor and a suspended member find nothing', async () => {
  expect((await app.visitor('GET', '/api/search?q=quince')).statusCode).toBe(401)
  const suspended = await app.member()
  await join(suspended.uid, 'Suspended', { status: 'suspended' })
  app.advance(MINUTE)
  expect((await suspended.call('GET', '/api/search?q=quince')).statusCode).toBe(403)
})

test('an event with a title in another script is found without its accents', async () => {
  const id = randomUUID()
  await app.store.transact(async (tx) =>
    tx.put(events, eventDocument(id, { title: 'Fête à Zürich', startsAt: later(24) })),
  )
  expect((await search('FETE zurich')).events).toMatchObject([{ id }])
})
