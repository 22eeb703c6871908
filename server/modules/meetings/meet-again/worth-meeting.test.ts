import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Suggestion } from '#shared/people/connections.ts'
import { HOUR } from '#shared/lib/durations.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { topic } from '#server/testing/fixtures/suggestion-fixture.ts'

type Person = Awaited<ReturnType<TestApp['member']>>

let running: TestApp
let ada: Person
let ben: Person
let match: Person
beforeAll(async () => {
  running = await startTestApp({ liftRateLimits: true })
})
afterAll(() => running.close())

const inHours = (hours: number) => new Date(running.clock() + hours * HOUR).toISOString()
const suggested = async (id: string, { call } = ada) =>
  (await call('GET', `/api/events/${id}/worth-meeting`)).json<{ items: Suggestion[] }>().items
const upcoming = async (people: readonly Person[], more: Partial<EventDocument> = {}) => {
  const id = randomUUID()
  const event = eventDocument(id, { startsAt: inHours(24), ...more })
  await running.store.transact(async (tx) =>
    putSeated(
      tx,
      event,
      people.map(({ uid }) => uid),
    ),
  )
  running.advance(1_000)
  return id
}
const describeAs = async ({ uid }: Person, more: object) => {
  await running.store.transact(async (tx) => {
    const member = (await tx.get(members, uid))!
    const onboardedAt = member.joinedAt
    tx.put(members, { ...member, displayName: `Member ${uid}`, onboardedAt, ...more })
  })
  running.advance(1_000)
}

beforeEach(async () => {
  ;[ada, ben, match] = await Promise.all([running.member(), running.member(), running.member()])
  await describeAs(ada, { asks: [topic('A letterpress workshop')] })
  await describeAs(ben, {})
  await describeAs(match, { offers: [topic('Letterpress for an afternoon')] })
})

test('attendees worth meeting are shown with a reason to someone who is going', async () => {
  const id = await upcoming([ada, ben, match])
  const found = await suggested(id)
  expect(found.map(({ member }) => member.id)).toEqual([match.uid])
  expect(found[0]?.reasons[0]).toContain('matches')
})

test('attendees worth meeting are never connections, and never people who are not going or hidden', async () => {
  const connect = (one: Person, other: Person) =>
    one.call('POST', '/api/connections', { body: { memberId: other.uid, note: '' } })
  expect(await suggested(await upcoming([ada, ben]))).toEqual([])
  const blocking = await running.member()
  await describeAs(blocking, { offers: [topic('Letterpress every day')] })
  await blocking.call('PUT', `/api/blocks/${ada.uid}`)
  const id = await upcoming([ada, ben, match, blocking])
  expect((await suggested(id)).map(({ member }) => member.id)).toEqual([match.uid])
  await connect(ada, match)
  await connect(match, ada)
  expect(await suggested(id)).toEqual([])
})

test('attendees worth meeting are shown until the event ends, and only to those going', async () => {
  const everyone = [ada, ben, match]
  expect(await suggested(await upcoming([ben, match]))).toEqual([])
  expect(await suggested(await upcoming(everyone, { status: 'cancelled' }))).toEqual([])
  const over = { startsAt: inHours(-3), endsAt: inHours(-1) }
  expect(await suggested(await upcoming(everyone, over))).toEqual([])
  expect((await ada.call('GET', '/api/events/nothing/worth-meeting')).statusCode).toBe(404)
  const draft = await upcoming(everyone, { status: 'draft' })
  expect((await ada.call('GET', `/api/events/${draft}/worth-meeting`)).statusCode).toBe(404)
})
