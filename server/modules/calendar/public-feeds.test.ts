import { randomUUID } from 'node:crypto'

import ICAL from 'ical.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import type { Language } from '#shared/lib/language/languages.ts'
import { inLanguage } from '#server/lib/language.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { type EventFixture, openEventFixture, person } from '#server/testing/fixtures/event-fixture.ts'
import { eventDocument, putSeated } from '#server/testing/fixtures/events.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { buildClient, CLIENT } from '#server/tools/client-build.ts'

import { createPublicFeeds } from './public-feeds.ts'

describe('the content of the public feeds', () => {
  let fixture: EventFixture
  beforeEach(() => {
    fixture = openEventFixture()
  })
  afterEach(() => fixture.close())

  const put = (id: string, more: Parameters<EventFixture['put']>[0] | object = {}) =>
    fixture.put({ id: id.replaceAll(' ', '-'), title: id, visibility: 'public', createdBy: 'olga', ...more })
  const calendar = async () => (await fixture.publicFeed('calendar', '')).text
  const atom = async () => (await fixture.publicFeed('atom', '')).text

  async function statuses() {
    const parsed = new ICAL.Component(ICAL.parse(await calendar()) as unknown[])
    const entries = parsed
      .getAllSubcomponents('vevent')
      .map((entry) => [entry.getFirstPropertyValue('summary'), entry.getFirstPropertyValue('status')])
    return Object.fromEntries(entries) as Record<string, string>
  }

  test('the feeds have upcoming public events, and cancelled ones for 30 days', async () => {
    const ago = (days: number) => fixture.inHours(-24 * days)
    const startsAt = fixture.inHours(40 * 24)
    await put('open')
    await put('under way', { startsAt: fixture.inHours(-1), endsAt: fixture.inHours(1) })
    await put('off', { status: 'cancelled', startsAt, changedAt: ago(29.9) })
    await put('long off', { status: 'cancelled', startsAt, changedAt: ago(30.1) })
    await put('draft', { status: 'draft' })
    await put('for members', { visibility: 'members' })
    await put('over', { startsAt: fixture.inHours(-3), endsAt: fixture.inHours(-1) })
    await put('hidden')
    await fixture.setHidden('hidden', true)
    expect(await statuses()).toEqual({
      open: 'CONFIRMED',
      'under way': 'CONFIRMED',
      'Cancelled: off': 'CANCELLED',
    })
    const titles = [...(await atom()).matchAll(/<entry>.*?<title>([^<]*)/gs)].map(([, title]) => title)
    expect(titles).toEqual(['under way', 'open', 'Cancelled: off'])
  })

  test('the feeds contain no street, join link or reason of a cancellation', async () => {
    const venue = { name: 'The hall', address: { address_line1: '1 High Street', city: 'Lisbon' } }
    await put('open', { venue, format: 'hybrid', joinUrl: 'https://meet.example/room' })
    await put('off', { venue, status: 'cancelled', reason: 'The host is ill' })
    const texts = (await calendar()).replaceAll('\r\n ', '') + (await atom())
    expect(texts).toContain('LOCATION:The hall\\, Lisbon')
    expect(texts).not.toMatch(/High Street|meet\.example|ill/)
  })

  test('links in the feeds are absolute, and begin with the configured origin', async () => {
    await put('open')
    expect(await calendar()).toContain('URL:https://guildhall.test/event/open\r\n')
    const { protocol, host } = new URL(/<id>([^<]*)/.exec(await atom())![1]!)
    expect([protocol, host]).toEqual(['https:', 'guildhall.test'])
  })

  test('events are read at most once a minute, however many programs request a feed', async () => {
    await put('open')
    const views = vi.fn<typeof fixture.store.views>(() => fixture.store.views())
    const { config } = testPlatform({ store: fixture.store, clock: fixture.clock })
    const feed = createPublicFeeds({ config, store: { views }, clock: fixture.clock })
    const asked = Array.from({ length: 10_000 }, (_, at) => feed(at % 2 ? 'calendar' : 'atom', ''))
    const texts = new Set((await Promise.all(asked)).map(({ text }) => text))
    expect([texts.size, views.mock.calls.length]).toEqual([2, 1])
    fixture.advance(MINUTE)
    await Promise.all([feed('atom', ''), feed('calendar', '')])
    expect(views).toHaveBeenCalledTimes(2)
  })

  test('the feeds are in the language of each request', async () => {
    await put('off', { status: 'cancelled', startsAt: fixture.inHours(40) })
    const titles = async (language: Language) =>
      [...(await inLanguage(language, atom)).matchAll(/xml:lang="[^"]*"|<title>[^<]*/g)].map(String)
    const english = ['xml:lang="en"', '<title>Guildhall: upcoming events', '<title>Cancelled: off']
    expect(await titles('en')).toEqual(english)
    expect(await titles('de')).toEqual([
      'xml:lang="de"',
      '<title>Guildhall: kommende Events',
      '<title>Abgesagt: off',
    ])
    expect(await titles('en')).toEqual(english)
  })

  test('a read that failed is repeated for the next request', async () => {
    const views = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('the store is unreachable'))
    const { config } = testPlatform({ store: fixture.store, clock: fixture.clock })
    const feed = createPublicFeeds({ config, store: { views }, clock: fixture.clock })
    for (let tries = 0; tries < 2; tries++) await expect(feed('atom', '')).rejects.toThrow('unreachable')
    expect(views).toHaveBeenCalledTimes(2)
  })

  test('the modification time stays while the text does, and advances also when an event is removed', async () => {
    await put('open')
    await put('other')
    const first = await fixture.publicFeed('calendar', '')
    fixture.advance(2 * MINUTE)
    expect(await fixture.publicFeed('calendar', '')).toEqual(first)
    await fixture.setHidden('other', true)
    fixture.advance(2 * MINUTE)
    const later = await fixture.publicFeed('calendar', '')
    expect(later.modifiedAt).toBeGreaterThan(first.modifiedAt)
    expect(later.text).not.toContain('other')
  })

  test('hostile texts are escaped, and lose the characters that XML excludes', async () => {
    await put('hostile', { title: '</title><script>alert(1)</script>&\u0000\u000B\uFFFE', tags: ['"><x/>'] })
    const text = await atom()
    expect(text).not.toMatch(/<script|<x\/>/)
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0008\u000B\uFFFE]/)
  })

  test('the calendar of a community without public events is valid', async () => {
    expect(await statuses()).toEqual({})
    expect(await atom()).toContain('<updated>1970-01-01T00:00:00.000Z</updated>')
  })

  test('the public feeds contain no hidden events, even after their organiser has read them', async () => {
    await put('hidden')
    await fixture.setHidden('hidden', true)
    expect(await fixture.reader.details(person('olga', 'organiser'), 'hidden')).toMatchObject({
      id: 'hidden',
    })
    expect(await statuses()).toEqual({})
  })
})

describe('reading the public feeds', () => {
  const ADMIN = `${randomUUID()}@guildhall.test`
  let running: TestApp
  beforeAll(async () => {
    await buildClient(['en'])
    running = await startTestApp({ clientFolder: CLIENT, env: { ADMIN_EMAILS: ADMIN } })
    await running.store.transact(async (tx) =>
      putSeated(tx, eventDocument('open-day', { visibility: 'public', title: 'Open day' }), []),
    )
  }, 120_000)
  afterAll(() => running.close())

  const read = (path: string, headers: Record<string, string> = {}) =>
    running.visitor('GET', path, { headers: { 'sec-fetch-site': undefined, ...headers } })

  test.for([
    ['/events.ics', 'text/calendar; charset=utf-8'],
    ['/events.atom', 'application/atom+xml; charset=utf-8'],
  ])('programs without a session read %s, and get 304 for what they have', async ([path, type]) => {
    const first = await read(path!)
    expect([first.statusCode, first.headers['content-type']]).toEqual([200, type])
    expect(first.headers['cache-control']).toBe('public, max-age=60')
    expect(first.headers.vary).toBe('accept-encoding, accept-language, cookie')
    expect(first.body).toContain('Open day')
    expect(first.headers['set-cookie']).toBeUndefined()
    const { etag, 'last-modified': modified } = first.headers as Record<string, string>
    const later = new Date(Date.parse(modified!) + DAY).toUTCString()
    const earlier = new Date(Date.parse(modified!) - 1_000).toUTCString()
    const statusOf = async (headers: Record<string, string>) => {
      const { statusCode, body, headers: given } = await read(path!, headers)
      expect(given['cache-control']).toBe('public, max-age=60')
      return [statusCode, body === '']
    }
    expect(await statusOf({ 'if-none-match': etag! })).toEqual([304, true])
    expect(await statusOf({ 'if-modified-since': modified! })).toEqual([304, true])
    expect(await statusOf({ 'if-modified-since': earlier })).toEqual([200, false])
    expect(await statusOf({ 'if-none-match': '"other"', 'if-modified-since': later })).toEqual([200, false])
  })

  test('the landing page links the feeds in its head and below the events, until an admin switches them off', async () => {
    const state = async () => {
      const { body } = await read('/')
      return {
        linked: [...body.matchAll(/<link rel="alternate" type="([^"]*)"[^>]* href="([^"]*)">/g)].map(
          ([, type, href]) => [type, href],
        ),
        isOnScreen: body.includes('<a href="webcal://guildhall.test/events.ics">'),
        statuses: [(await read('/events.ics')).statusCode, (await read('/events.atom')).statusCode],
      }
    }
    expect(await state()).toEqual({
      linked: [
        ['text/calendar', 'https://guildhall.test/events.ics'],
        ['application/atom+xml', 'https://guildhall.test/events.atom'],
      ],
      isOnScreen: true,
      statuses: [200, 200],
    })
    const admin = await running.member({ email: ADMIN })
    const body = { searchEngines: true, feeds: false }
    const headers = { 'if-match': '"0"' }
    const saved = await admin.call('PUT', '/api/admin/settings/publicEvents', { body, headers })
    expect(saved.statusCode).toBe(200)
    expect(await state()).toEqual({ linked: [], isOnScreen: false, statuses: [404, 404] })
  })
})
