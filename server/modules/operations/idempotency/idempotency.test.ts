import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import type { EventDetails, EventEdit } from '#shared/events/schema.ts'
import { HOUR, WEEK } from '#shared/lib/durations.ts'
import { eventEdit } from '#server/testing/fixtures/event-fixture.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { inHours, startOrganiserFixture } from '#server/testing/fixtures/organiser-fixture.ts'

import { idempotencyKeys } from './collection.ts'

const fixture = await startOrganiserFixture({ liftRateLimits: true })
afterAll(() => fixture.close())

const draft = (title: string, more: Partial<EventEdit> = {}) =>
  eventEdit({ title, startsAt: inHours(48), endsAt: inHours(50), ...more })

async function post(path: string, body: object, key: string, who = fixture.organiser) {
  const answer = await who.call('POST', path, { body, headers: { 'idempotency-key': key } })
  const { id, code } = answer.json<{ id?: string; code?: string }>()
  return { status: answer.statusCode, id, code }
}

const titlesOf = async (who = fixture.organiser) => {
  const answer = await who.call('GET', '/api/events?list=drafts')
  return answer.json<{ items: EventDetails[] }>().items.map(({ title }) => title)
}

const REUSED = { status: 422, id: undefined, code: 'idempotency_key_reused' }

test('a key that is sent again with another body is refused, and changes nothing', async () => {
  const key = randomUUID()
  const body = draft('One')
  const first = await post('/api/events', body, key)
  expect(first.status).toBe(201)
  expect(await post('/api/events', { ...body, title: 'Two' }, key)).toEqual(REUSED)
  expect(await post('/api/events', body, key)).toEqual(first)
  const titles = await titlesOf()
  expect([titles.includes('One'), titles.includes('Two')]).toEqual([true, false])
})

test('a key that is sent again to another address is refused', async () => {
  const key = randomUUID()
  const { id } = await post('/api/events', draft('Source'), key)
  const dates = { startsAt: inHours(72) }
  expect(await post(`/api/events/${id}/duplicate`, dates, key)).toEqual(REUSED)
  const event = await fixture.putEvent({ status: 'published' })
  expect(await post(`/api/events/${event.id}/announcements`, { text: 'News' }, key)).toEqual(REUSED)
})

test('keys of different members are independent', async () => {
  const key = randomUUID()
  const mine = await post('/api/events', draft('Mine'), key)
  const theirs = await post('/api/events', draft('Theirs'), key, fixture.rival)
  expect([mine.status, theirs.status]).toEqual([201, 201])
  expect(mine.id).not.toBe(theirs.id)
})

test('one of several concurrent requests with the same key and different bodies is carried out', async () => {
  const key = randomUUID()
  const titles = ['First', 'Second', 'Third', 'Fourth'].map((title) => `${title} ${key}`)
  const answers = await Promise.all(titles.map((title) => post('/api/events', draft(title), key)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(3)
  expect((await titlesOf()).filter((title) => title.endsWith(key))).toHaveLength(1)
})

test('the key of a refused request can be reused with other content', async () => {
  const key = randomUUID()
  const impossible = draft('Backwards', { startsAt: inHours(50), endsAt: inHours(48) })
  expect((await post('/api/events', impossible, key)).status).toBe(400)
  expect((await post('/api/events', draft('Forwards'), key)).status).toBe(201)
})

test('a repetition that is refused does not free the key of the first request', async () => {
  const key = randomUUID()
  const body = draft('First version')
  const { id } = await post('/api/events', body, key)
  const headers = { 'if-match': '"1"' }
  const edit = { body: { ...body, title: 'Edited' }, headers }
  expect((await fixture.organiser.call('PUT', `/api/events/${id}`, edit)).statusCode).toBe(200)
  expect(await post('/api/events', body, key)).toMatchObject({ status: 409, code: 'already_made' })
  expect(await post('/api/events', { ...body, title: 'Another' }, key)).toEqual(REUSED)
})

test('a key is forgotten after a week', async () => {
  const key = randomUUID()
  await post('/api/events', draft('Kept'), key)
  const isKnown = async () =>
    (await fixture.store.get(idempotencyKeys, joinedId(fixture.organiser.uid, key))) !== undefined
  const { deleteExpired } = fixture.services.operations.idempotencyKeys
  await deleteExpired()
  expect(await isKnown()).toBe(true)
  fixture.advance(WEEK + HOUR)
  await deleteExpired()
  expect(await isKnown()).toBe(false)
})
