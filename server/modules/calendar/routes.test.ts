import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'

type Person = Awaited<ReturnType<TestApp['member']>>
let ada: Person
let grace: Person

const running = await startTestApp()
beforeAll(async () => {
  ;[ada, grace] = [await running.member(), await running.member()]
})
afterAll(() => running.close())

type More = Parameters<typeof eventDocument>[1]
async function putEvent(more: More = {}, going: readonly string[] = []) {
  const event = eventDocument(randomUUID(), more)
  await running.store.transact(async (tx) => putSeated(tx, event, going))
  return event
}

const fileOf = (person: Person, eventId: string) => person.call('GET', `/api/events/${eventId}/calendar.ics`)
const onlyEntry = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const [event, ...others] = calendar.getAllSubcomponents('vevent')
  expect(others).toEqual([])
  const value = (name: string) => event?.getFirstPropertyValue(name)?.toString()
  return { method: calendar.getFirstPropertyValue('method'), value, children: calendar.getAllSubcomponents() }
}

describe('the calendar file of an event', () => {
  test('the file has the name of the event and a stable UID', async () => {
    const event = await putEvent({ title: 'Breakfast: “Café”', sequence: 4, summary: 'Bring cards' })
    const answer = await fileOf(ada, event.id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.headers['content-disposition']).toContain('filename="Breakfast _Cafe_.ics"')
    const { method, value } = onlyEntry(answer.body)
    const url = `https://guildhall.test/event/${event.id}`
    expect([method, value('uid'), value('sequence')]).toEqual(['PUBLISH', `${event.id}@guildhall.test`, '4'])
    expect([value('status'), value('location'), value('url')]).toEqual(['CONFIRMED', 'The hall, Lisbon', url])
    expect(value('description')).toBe(`Bring cards\n\n${url}`)
  })

  test('the file of a cancelled event has its status and reason', async () => {
    const event = await putEvent({ status: 'cancelled', reason: 'The hall is closed' })
    const { value } = onlyEntry((await fileOf(ada, event.id)).body)
    expect([value('uid'), value('status')]).toEqual([`${event.id}@guildhall.test`, 'CANCELLED'])
    expect(value('summary')).toBe(`Cancelled: ${event.title}`)
    expect(value('description')).toMatch(/^Cancelled: The hall is closed\n/)
  })

  test('the join link is only in files of those going', async () => {
    const online = { format: 'online', joinUrl: 'https://meet.example/room;1,2' } as const
    const event = await putEvent(online, [ada.uid])
    expect(onlyEntry((await fileOf(ada, event.id)).body).value('location')).toBe(online.joinUrl)
    expect((await fileOf(grace, event.id)).body).not.toContain('meet.example')
  })

  test('no text of the event can break out of the entry', async () => {
    const hostile =
      'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nATTACH:https://evil.example\u2028<script>alert(1)</script>'
    const event = await putEvent({
      title: hostile,
      summary: hostile,
      venue: { name: hostile, address: { city: hostile.slice(0, 80) } },
      status: 'cancelled',
      reason: hostile,
    })
    const answer = await fileOf(ada, event.id)
    const { children, value } = onlyEntry(answer.body)
    expect(children.map(({ name }) => name)).toEqual(['vtimezone', 'vevent'])
    expect(value('attach')).toBeUndefined()
    expect(value('summary')).toBe(`Cancelled: ${hostile}`.replaceAll('\r\n', '\n').replace('\u2028', '\n'))
    expect(answer.headers['content-disposition']).toMatch(/^[ -~]+$/)
  })

  test('there is no file for drafts, missing events and visitors', async () => {
    const draft = await putEvent({ status: 'draft' })
    for (const id of [draft.id, 'nothing']) {
      const answer = await fileOf(ada, id)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'event_not_found'])
    }
    expect((await running.visitor('GET', `/api/events/${draft.id}/calendar.ics`)).statusCode).toBe(401)
  })
})

describe('the calendar feed of a member', () => {
  const feedOf = (person: Person) => person.call('GET', '/api/calendar-feed')
  const reset = async (person: Person) =>
    (await person.call('POST', '/api/calendar-feed')).json<{ url: string; createdAt: string }>()

  test('a feed is created on demand, and its address shown once', async () => {
    expect((await feedOf(ada)).json()).toEqual({})
    const { url, createdAt } = await reset(ada)
    expect(url).toMatch(/^https:\/\/guildhall\.test\/calendar\/[\w-]{22}\.ics$/)
    expect((await feedOf(ada)).json()).toEqual({ createdAt })
  })

  test('only a hash of the secret is stored, and creation, reset and removal are audited', async () => {
    const person = await running.member()
    const first = await reset(person)
    // Entries of the same millisecond have no order.
    running.advance(1)
    await reset(person)
    running.advance(1)
    expect((await person.call('DELETE', '/api/calendar-feed')).statusCode).toBe(204)
    expect((await person.call('DELETE', '/api/calendar-feed')).statusCode).toBe(204)
    expect((await feedOf(person)).json()).toEqual({})
    const { items } = await running.store.find(auditEntries, { orderBy: 'at', direction: 'desc', limit: 500 })
    const own = items.filter(
      ({ actor, action }) => actor === person.uid && action.startsWith('calendar_feed.'),
    )
    expect(own.map(({ action }) => action).toReversed()).toEqual([
      'calendar_feed.created',
      'calendar_feed.reset',
      'calendar_feed.removed',
    ])
    expect(JSON.stringify(items)).not.toContain(first.url.slice(-26, -4))
  })

  test('a reset that is repeated with its key gets the same address, and is audited once', async () => {
    const person = await running.member()
    const key = randomUUID()
    const send = async (idempotencyKey: string) =>
      (
        await person.call('POST', '/api/calendar-feed', { headers: { 'idempotency-key': idempotencyKey } })
      ).json<{ url: string }>()
    const first = await send(key)
    expect(await send(key)).toEqual(first)
    expect((await running.visitor('GET', new URL(first.url).pathname)).statusCode).toBe(200)
    const { items } = await running.store.find(auditEntries, { orderBy: 'at', direction: 'desc', limit: 500 })
    const isReset = ({ actor, action }: (typeof items)[number]) =>
      actor === person.uid && action.startsWith('calendar_feed.')
    expect(items.filter(isReset)).toMatchObject([{ action: 'calendar_feed.created' }])

    expect((await send(randomUUID())).url).not.toBe(first.url)
    const other = await running.member()
    const sameKey = await other.call('POST', '/api/calendar-feed', { headers: { 'idempotency-key': key } })
    expect(sameKey.json<{ url: string }>().url).not.toBe(first.url)
  })

  test('the feed routes need a session', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expect((await running.visitor(method, '/api/calendar-feed')).statusCode).toBe(401)
    }
  })

  test('the feed of a suspended or former member is not found', async () => {
    const person = await running.member()
    const { pathname } = new URL((await reset(person)).url)
    const setStatus = (status: 'active' | 'suspended' | 'former') =>
      running.store.transact(async (tx) => {
        const member = await tx.get(members, person.uid)
        tx.put(members, { ...member!, status })
      })
    const statuses: number[] = []
    for (const status of ['active', 'suspended', 'former'] as const) {
      await setStatus(status)
      statuses.push((await running.visitor('GET', pathname)).statusCode)
    }
    expect(statuses).toEqual([200, 404, 404])
  })
})
