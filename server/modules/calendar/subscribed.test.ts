import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { OFFER_GRACE, type RsvpState } from '#shared/events/rules.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#shared/lib/durations.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import type { MeetingDocument } from '#server/modules/meetings/meetings/document/document.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { newRsvp } from '#server/modules/attendance/rsvps/seats/seats.ts'
import { QUOTAS } from '#server/http/checks/rate-limits.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { chapterDocument, putChapter, putChapterMembership } from '#server/testing/fixtures/chapters.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

let running: TestApp
let ada: Awaited<ReturnType<TestApp['member']>>
let path: string

beforeEach(async () => {
  running = await startTestApp({ env: { TRUST_PROXY: '127.0.0.1', LANGUAGES: 'en,de' } })
  ada = await running.member()
  path = await newAddress()
})
afterEach(() => running.close())

const newAddress = async () =>
  new URL((await ada.call('POST', '/api/calendar-feed')).json<{ url: string }>().url).pathname

/** Sends no headers of a browser, like a calendar app. */
const read = (address = path, headers: Record<string, string> = {}) =>
  running.visitor('GET', address, { headers: { 'sec-fetch-site': undefined, ...headers } })

async function putAnswered(state: RsvpState, more: Parameters<typeof eventDocument>[1] = {}) {
  const event = eventDocument(randomUUID(), { title: state, ...more })
  const { id } = event
  await running.store.transact(async (tx) => {
    putSeated(tx, event, [])
    tx.put(rsvps, {
      ...newRsvp(joinedId(id, ada.uid), event, ada.uid),
      answeredAt: inDays(-1),
      state,
      offerUntil: state === 'offered' ? inDays(0.5) : undefined,
    })
  })
  return event
}

async function entries() {
  const answer = await read()
  expect(answer.statusCode).toBe(200)
  const calendar = new ICAL.Component(ICAL.parse(answer.body) as unknown[])
  const shown = calendar
    .getAllSubcomponents('vevent')
    .map((event) => [
      String(event.getFirstPropertyValue('summary')),
      String(event.getFirstPropertyValue('status')),
    ])
  return Object.fromEntries(shown) as Record<string, string>
}

describe('the content of the feed', () => {
  test('the feed has events the member is going to, may go to or was offered a seat at', async () => {
    for (const state of ['going', 'maybe', 'offered', 'waitlisted', 'declined'] as const)
      await putAnswered(state)
    expect(await entries()).toEqual({ going: 'CONFIRMED', maybe: 'TENTATIVE', offered: 'TENTATIVE' })
  })

  test('the feed is in the language of its member, whatever the calendar app asks for', async () => {
    await putAnswered('going', { status: 'cancelled', title: 'Lunch', changedAt: inDays(-1) })
    expect(await entries()).toEqual({ 'Cancelled: Lunch': 'CANCELLED' })
    await ada.call('PUT', '/api/me/language', { body: { language: 'de' } })
    expect(await entries()).toEqual({ 'Abgesagt: Lunch': 'CANCELLED' })
    expect((await read(path, { 'accept-language': 'en' })).body).toContain('SUMMARY:Abgesagt: Lunch')
  })

  test('the feed has events that the member hosts, with the join link, and no drafts', async () => {
    const online = { format: 'online', joinUrl: 'https://meet.example/hosts' } as const
    await running.store.transact(async (tx) => {
      putSeated(tx, eventDocument('hosted', { title: 'hosted', hosts: [ada.uid], ...online }), [])
      putSeated(tx, eventDocument('both', { title: 'both', hosts: [ada.uid] }), [ada.uid])
      putSeated(tx, eventDocument('draft', { title: 'draft', hosts: [ada.uid], status: 'draft' }), [])
    })
    expect(await entries()).toEqual({ both: 'CONFIRMED', hosted: 'CONFIRMED' })
    expect((await read()).body).toContain(online.joinUrl)
  })

  test('the feed has no events of other members', async () => {
    const event = eventDocument('other')
    await running.store.transact(async (tx) => putSeated(tx, event, ['grace']))
    expect(await entries()).toEqual({})
  })

  test('an expired offer is left out once its grace period has ended, even before the job has run', async () => {
    await putAnswered('offered')
    running.advance(0.5 * DAY + SECOND)
    expect(await entries()).toEqual({ offered: 'TENTATIVE' })
    running.advance(OFFER_GRACE)
    expect(await entries()).toEqual({})
  })

  test('cancelled events stay for 30 days, past ones for 90', async () => {
    await putAnswered('going', { title: 'off', status: 'cancelled', changedAt: inDays(-29.9) })
    await putAnswered('going', { title: 'long off', status: 'cancelled', changedAt: inDays(-30.1) })
    await putAnswered('going', { title: 'was', status: 'completed', startsAt: inDays(-89.9) })
    await putAnswered('going', { title: 'long ago', status: 'completed', startsAt: inDays(-90.1) })
    expect(await entries()).toEqual({ 'Cancelled: off': 'CANCELLED', was: 'CONFIRMED' })
  })

  test('the feed has scheduled meetings', async () => {
    const grace = await running.member()
    const put = async (
      id: string,
      more: Partial<MeetingDocument> = {},
      participants = [ada.uid, grace.uid],
    ) =>
      running.store.transact(async (tx) =>
        tx.put(meetings, meetingDocument(id.replaceAll(' ', '-'), participants, { purpose: id, ...more })),
      )
    const { startsAt: _, ...open } = meetingDocument('open', [ada.uid, grace.uid], { state: 'proposed' })
    await running.store.transact(async (tx) => tx.put(meetings, open))
    const change = { by: grace.uid, reason: 'Out of town', at: inDays(-1) }
    await put('agreed', { place: 'The corner café', joinUrl: 'https://meet.example/room', sequence: 4 })
    await put('off', { state: 'cancelled', changedAt: inDays(-29), change })
    await put('long off', { state: 'cancelled', changedAt: inDays(-31), change })
    await put('moved', { state: 'rescheduled', changedAt: inDays(-1), votingSince: inDays(-1), change })
    await put('someone was removed', { state: 'cancelled', changedAt: inDays(-1) })
    await put('theirs', {}, [grace.uid, 'someone'])
    expect(await entries()).toEqual({
      agreed: 'CONFIRMED',
      'Cancelled: off': 'CANCELLED',
      'Cancelled: moved': 'CANCELLED',
    })
    const { body } = await read()
    expect(body).toContain('SEQUENCE:4\r\n')
    expect(body).toContain('LOCATION:The corner café\r\n')
    expect(body).toContain('URL:https://guildhall.test/create-growth-meeting?meeting=agreed\r\n')
  })

  test('the join link is only in feeds of those going', async () => {
    const online = { format: 'online', joinUrl: 'https://meet.example/room' } as const
    await putAnswered('maybe', online)
    expect((await read()).body).not.toContain('meet.example')
    await putAnswered('going', online)
    expect((await read()).body).toContain('meet.example')
  })
})

describe('the feed of a chapter', () => {
  const chapterOf = (id: string) => path.replace('.ics', `.ics?chapter=${id}`)
  const titles = async (address: string) => {
    const { body } = await read(address)
    const found = body.matchAll(/SUMMARY:([^\r]*)|<entry>.*?<title>([^<]*)/gs)
    return [...found].map(([, ofCalendar, ofAtom]) => ofCalendar ?? ofAtom!).toSorted()
  }
  const unseen = async (address: string) => {
    const answer = await read(address)
    const { requestId: _, shortCode: __, ...problem } = answer.json<Record<string, unknown>>()
    return JSON.stringify([answer.statusCode, problem])
  }

  beforeEach(async () => {
    await running.store.transact(async (tx) => {
      for (const [id, listing] of [
        ['berlin', 'members'],
        ['secret', 'hidden'],
        ['other', 'hidden'],
      ] as const)
        putChapter(tx, chapterDocument(id, { listing }))
      putChapterMembership(tx, 'secret', ada.uid, { kind: 'home', role: 'member', state: 'active' })
      const online = { format: 'online', joinUrl: 'https://meet.example/room' } as const
      const put = (title: string, more: Parameters<typeof eventDocument>[1]) =>
        putSeated(tx, eventDocument(title.replaceAll(' ', '-'), { title, ...more }), [])
      put('of secret', { chapterId: 'secret', visibility: 'chapter', ...online })
      put('of other', { chapterId: 'other', visibility: 'chapter' })
      put('of berlin', { chapterId: 'berlin' })
      put('only in berlin', { chapterId: 'berlin', visibility: 'chapter' })
      put('hosted by secret', { chapterId: 'berlin', cohosts: ['secret'], visibility: 'hosts' })
      put('off', { chapterId: 'secret', status: 'cancelled', changedAt: inDays(-29) })
      put('long off', { chapterId: 'secret', status: 'cancelled', changedAt: inDays(-31) })
      put('draft', { chapterId: 'secret', status: 'draft' })
      put('of the community', {})
    })
    await running.services.chapters.start()
  })

  test('the feed has the events of the chapter that the member sees, without join links', async () => {
    const found = await titles(chapterOf('secret'))
    expect(found).toEqual(['Cancelled: off', 'hosted by secret', 'of secret'])
    expect(await titles(chapterOf('berlin'))).toEqual(['hosted by secret', 'of berlin'])
    const { body } = await read(chapterOf('secret'))
    expect(body).toContain('NAME:Chapter secret: upcoming events')
    expect(body).not.toContain('meet.example')
  })

  test('the feed of my chapters has the events of each chapter of the member', async () => {
    expect(await titles(chapterOf('mine'))).toEqual(['Cancelled: off', 'hosted by secret', 'of secret'])
  })

  test('the Atom feed has the same events and its own address', async () => {
    const atom = chapterOf('secret').replace('.ics', '.atom')
    const { headers, body } = await read(`${atom}&from=reader`)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(body).toContain(
      `<link rel="self" type="application/atom+xml" href="https://guildhall.test${atom}"/>`,
    )
    expect(await titles(atom)).toEqual(['Cancelled: off', 'hosted by secret', 'of secret'])
    expect((await read(path.replace('.ics', '.atom'))).statusCode).toBe(404)
  })

  test('the feed of a hidden chapter is that of an unknown one for everyone who is not in it', async () => {
    for (const ending of ['.ics', '.atom']) {
      const of = (id: string) => chapterOf(id).replace('.ics', ending)
      expect(await unseen(of('other'))).toBe(await unseen(of('unknown')))
      expect(JSON.parse(await unseen(of('other')))[0]).toBe(404)
    }
  })

  test('someone who leaves a hidden chapter loses its feed', async () => {
    expect((await read(chapterOf('secret'))).statusCode).toBe(200)
    await ada.call('DELETE', '/api/chapters/secret/membership')
    expect(await unseen(chapterOf('secret'))).toBe(await unseen(chapterOf('unknown')))
  })

  test('a slug that no chapter can have is not found', async () => {
    for (const slug of ['', '__proto__', 'a&chapter=b', '%00', 'x'.repeat(500)])
      expect((await read(chapterOf(slug))).statusCode).toBe(404)
  })
})

describe('reading the feed', () => {
  test('the response has its type and is not cached by intermediaries', async () => {
    const { headers } = await read()
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(headers['cache-control']).toBe('private, no-cache')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test('an unchanged feed is answered with 304', async () => {
    const { id } = await putAnswered('going')
    const etag = String((await read()).headers['etag'])
    running.advance(40 * MINUTE)
    const same = await read(path, { 'if-none-match': etag })
    expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', etag])
    await running.store.transact(async (tx) => {
      const answer = await tx.get(rsvps, joinedId(id, ada.uid))
      tx.put(rsvps, { ...answer!, state: 'maybe' })
    })
    const changed = await read(path, { 'if-none-match': etag })
    expect(changed.statusCode).toBe(200)
    expect(changed.headers['etag']).not.toBe(etag)
  })

  test('the last use is stored once an hour', async () => {
    const lastUsedAt = async () =>
      (await ada.call('GET', '/api/calendar-feed')).json<{ lastUsedAt?: string }>().lastUsedAt
    expect(await lastUsedAt()).toBeUndefined()
    await Promise.all(Array.from({ length: 5 }, () => read()))
    const first = await lastUsedAt()
    running.advance(59 * MINUTE)
    await read()
    expect(await lastUsedAt()).toBe(first)
    running.advance(2 * MINUTE)
    await read()
    expect(Date.parse((await lastUsedAt())!) - Date.parse(first!)).toBeGreaterThanOrEqual(HOUR)
  })

  test('a request for another host is refused', async () => {
    expect((await read(path, { host: 'evil.example' })).statusCode).toBe(421)
  })
})

describe('the address of the feed', () => {
  test('the address stops working after a reset or removal', async () => {
    const second = await newAddress()
    expect([(await read(path)).statusCode, (await read(second)).statusCode]).toEqual([404, 200])
    await ada.call('DELETE', '/api/calendar-feed')
    expect((await read(second)).statusCode).toBe(404)
  })

  test('repeating a request whose address was replaced or removed changes nothing', async () => {
    const create = async (key: string) => {
      const headers = { 'idempotency-key': key.repeat(32) }
      const answer = await ada.call('POST', '/api/calendar-feed', { headers })
      const { url, code } = answer.json<{ url?: string; code?: string }>()
      return { status: answer.statusCode, code, path: url && new URL(url).pathname }
    }
    const gone = { status: 409, code: 'link_revoked' }
    const [first, second] = [await create('a'), await create('b')]
    expect(await create('a')).toMatchObject(gone)
    expect([(await read(first.path)).statusCode, (await read(second.path)).statusCode]).toEqual([404, 200])
    await ada.call('DELETE', '/api/calendar-feed')
    for (const key of ['a', 'b']) expect(await create(key)).toMatchObject(gone)
    expect((await read((await create('c')).path)).statusCode).toBe(200)
    expect((await read(second.path)).statusCode).toBe(404)
  })

  test('an altered address is not found', async () => {
    const wrong = [
      path.replace('.ics', ''),
      path.replace('.ics', '.ICS'),
      path.replace('/calendar/', '/calendar//'),
      path.replace(/.\.ics/, (end) => (end.startsWith('A') ? 'B.ics' : 'A.ics')),
      path.slice(0, -6) + path.slice(-4),
      `${path}/`,
      `${path}x`,
      path.replace('.ics', '=.ics'),
      '/calendar/.ics',
      '/calendar/%00.ics',
      `/calendar/${'x'.repeat(300)}.ics`,
    ]
    for (const address of wrong) expect([address, (await read(address)).statusCode]).toEqual([address, 404])
    expect((await running.visitor('POST', path)).statusCode).toBe(404)
  })

  test('the address is in no line of the log', async () => {
    const secret = path.slice('/calendar/'.length, -4)
    await read()
    await read(`${path}?x=${secret}`)
    await read(path.replace('.ics', ''), { referer: `https://guildhall.test${path}` })
    await running.visitor('POST', path)
    await ada.call('DELETE', '/api/calendar-feed')
    await read()
    expect(running.logs().filter(({ route }) => route === '/calendar/:secret.ics').length).toBe(3)
    expect(JSON.stringify(running.logs())).not.toContain(secret)
  })
})

describe('apps that poll often', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const until = async (status: number, call: (count: number) => Promise<{ statusCode: number }>) => {
    for (let count = 0; count < 2_000; count += 1) if ((await call(count)).statusCode === status) return count
    throw new Error(`never ${status}`)
  }

  test('requests from many addresses share the quota of one feed, and other feeds still work', async () => {
    const count = await until(429, (nth) => read(path, from(`192.0.2.${nth % 200}`)))
    expect(count).toBe(QUOTAS.calendars.feed)
    const other = await newAddress()
    expect((await read(other, from('192.0.2.1'))).statusCode).toBe(200)
  })

  test('an address that guesses feeds is blocked, but can still read a known feed', async () => {
    const guess = () => read(`/calendar/${randomUUID().slice(0, 22)}.ics`, from('198.51.100.1'))
    expect(await until(429, guess)).toBe(QUOTAS.misses.visitor)
    expect((await read(path, from('198.51.100.1'))).statusCode).toBe(200)
  })
})
