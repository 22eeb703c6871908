import { afterAll, expect, test } from 'vitest'

import type { EventDetails } from '#shared/events/schema.ts'
import type { MemberRole } from '#shared/people/roles.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventEdit } from '#server/testing/fixtures/event-fixture.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

const running = await startTestApp()
const olga = await withRole('organiser')
const ada = await running.member()
afterAll(() => running.close())

async function withRole(role: MemberRole) {
  const one = await running.member()
  await running.store.transact(async (tx) => {
    const member = await tx.get(members, one.uid)
    if (member) tx.put(members, { ...member, role })
  })
  // Expires the cached role of the session.
  running.advance(31_000)
  return one
}

const soon = (more: Parameters<typeof eventEdit>[0] = {}) =>
  eventEdit({
    startsAt: new Date(Date.now() + 48 * HOUR).toISOString(),
    endsAt: new Date(Date.now() + 50 * HOUR).toISOString(),
    ...more,
  })
const create = async (more: Parameters<typeof eventEdit>[0] = {}) =>
  (await olga.call('POST', '/api/events', { body: soon(more) })).json<EventDetails>()
const outcome = (answer: Awaited<ReturnType<Person['call']>>) => [
  answer.statusCode,
  answer.statusCode >= 400 ? answer.json<{ code: string }>().code : undefined,
]

test('an event goes from draft to published, gives a seat and is cancelled', async () => {
  const draft = await olga.call('POST', '/api/events', { body: soon({ capacity: 1 }) })
  expect(draft.statusCode).toBe(201)
  const { id, version } = draft.json<EventDetails>()
  expect(outcome(await ada.call('GET', `/api/events/${id}`))).toEqual([404, 'event_not_found'])

  const headers = { 'if-match': `"${version}"` }
  const saved = await olga.call('PUT', `/api/events/${id}`, { body: soon({ capacity: 2 }), headers })
  expect(saved.json()).toMatchObject({ version: 2, capacity: 2, right: 'manage' })
  await olga.call('POST', `/api/events/${id}/publish`)

  const listed = (await ada.call('GET', '/api/events?q=breakf')).json<{ items: EventDetails[] }>()
  expect(listed.items).toMatchObject([{ id, seats: { going: 0, left: 2, waiting: 0 } }])
  const seat = await ada.call('PUT', `/api/events/${id}/rsvp`, { body: { state: 'going', guests: 0 } })
  expect(seat.json()).toEqual({
    mine: { state: 'going', guests: 0 },
    seats: { going: 1, left: 1, waiting: 0 },
  })
  expect((await ada.call('GET', `/api/events/${id}/attendees`)).json()).toMatchObject({
    items: [{ member: { id: ada.uid }, guests: 0 }],
  })

  const body = { reason: 'The hall burnt down' }
  expect((await olga.call('POST', `/api/events/${id}/cancel`, { body })).json()).toMatchObject({
    status: 'cancelled',
    reason: body.reason,
    hasRsvps: true,
  })
  const late = await ada.call('PUT', `/api/events/${id}/rsvp`, { body: { state: 'maybe', guests: 0 } })
  expect(outcome(late)).toEqual([409, 'event_cancelled'])
})

test.for([
  ['POST', '', soon()],
  ['DELETE', '/ID', undefined],
  ['POST', '/ID/publish', undefined],
  ['POST', '/ID/unpublish', undefined],
  ['POST', '/ID/complete', undefined],
  ['POST', '/ID/cancel', { reason: 'Because' }],
  ['POST', '/ID/duplicate', { startsAt: '2030-01-01T10:00:00Z' }],
] as const)('a member may not %s /api/events%s', async ([method, path, body]) => {
  const { id } = await create()
  // Members see no drafts.
  if (path !== '') await olga.call('POST', `/api/events/${id}/publish`)
  const url = `/api/events${path.replace('ID', id)}`
  expect(outcome(await ada.call(method, url, body && { body }))).toEqual([403, 'role_required'])
})

test('an edit needs its version, and an outdated one is refused', async () => {
  const { id } = await create()
  const put = (headers: Record<string, string>, title: string) =>
    olga.call('PUT', `/api/events/${id}`, { body: soon({ title }), headers })
  expect(outcome(await put({}, 'One'))).toEqual([428, 'version_required'])
  expect(outcome(await put({ 'if-match': '"1"' }, 'One'))).toEqual([200, undefined])
  expect(outcome(await put({ 'if-match': '"1"' }, 'Two'))).toEqual([412, 'stale_version'])
})

test('an event with every text at its limit, in characters of four bytes, is accepted', async () => {
  const at = (length: number) => '🪴'.repeat(length)
  const full = soon({ title: at(200), summary: at(280), description: at(10_000) })
  expect((await olga.call('POST', '/api/events', { body: full })).statusCode).toBe(201)
})

test('a repeated request with the same key creates one draft', async () => {
  const body = soon({ title: 'Once' })
  const ask = (key: string) => olga.call('POST', '/api/events', { body, headers: { 'idempotency-key': key } })
  const first = await ask('0123456789abcdef')
  const again = await ask('0123456789abcdef')
  expect([first.statusCode, again.statusCode]).toEqual([201, 201])
  expect(again.json<EventDetails>().id).toBe(first.json<EventDetails>().id)
  for (const key of ['short', 'x'.repeat(65), 'with spaces in the key', '0123456789abcdef, 0123456789abcdef'])
    expect((await ask(key)).statusCode).toBe(400)
})

test('a join link may have a host in any script', async () => {
  const { joinUrl } = await create({ format: 'online', joinUrl: 'https://bücher.example/x' })
  expect(joinUrl).toBe('https://xn--bcher-kva.example/x')
})

test.for(['0000-01-01T00:00:00Z', '0999-12-31T23:59:59Z', '9999-12-31T23:00:00-23:00'])(
  'a start at %s is refused as an invalid year',
  async (startsAt) => {
    const answer = await olga.call('POST', '/api/events', { body: soon({ startsAt }) })
    expect(answer.json()).toMatchObject({ fields: { startsAt: 'Enter a year between 1000 and 2999.' } })
  },
)

test.for([
  ['/api/events?list=everything', 400],
  ['/api/events?cursor=made-up', 400],
  ['/api/events?list=mine&cursor=made-up', 400],
  ['/api/events/__proto__', 404],
  ['/api/events/nothing/attendees', 404],
] as const)('%s is answered with %i', async ([url, status]) => {
  expect((await ada.call('GET', url)).statusCode).toBe(status)
})

test('attendees of a draft are hidden', async () => {
  const { id } = await create()
  expect(outcome(await ada.call('GET', `/api/events/${id}/attendees`))).toEqual([404, 'event_not_found'])
})
