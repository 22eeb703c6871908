import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { eventAnnouncements } from '#client/modules/conversation/announcements/queries.ts'
import { checkInList } from '#client/modules/attendance/check-in/queries.ts'
import { eventDetails } from '#client/modules/events/events/queries.ts'
import { eventRoster } from '#client/modules/programme/roster/queries.ts'
import {
  changesIn,
  meetingDetails,
  meetingLists,
  pollInterval,
} from '#client/modules/meetings/meetings/queries.ts'
import { unreadNotifications } from '#client/modules/notifications/in-app/queries.ts'
import {
  applyStreamedViews,
  createRefresh,
  shownViews,
} from '#client/modules/notifications/in-app/streamed-page.ts'
import { streamedViews } from '#client/lib/live-query.ts'
import { proposedMeeting } from '#client/testing/meetings.ts'
import { OFFER_GRACE } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import type { LiveView } from '#shared/notifications/live-views.ts'
import { partOf } from '#server/tools/part-of.ts'

import { createQueryClient } from './data/query-client.ts'

const NOW = Date.parse('2030-01-01T10:00:00Z')

const event = (status: EventDetails['status'], more: Partial<EventDetails> = {}) =>
  partOf<EventDetails>({ id: '1', status, endsAt: '2030-02-01T10:00:00Z', ...more })
const roster = (status: EventDetails['status']) => eventRoster(event(status), { filter: 'all', q: '' })
const waiting = { state: 'waitlisted', guests: 0 } as const
let client: ReturnType<typeof createQueryClient>
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  // Queries do not poll on servers.
  environmentManager.setIsServer(() => false)
  client = createQueryClient()
  stops = [streamedViews.subscribe(() => applyStreamedViews(client))]
})
afterEach(() => {
  for (const stop of stops) stop()
  streamedViews.set(undefined)
  environmentManager.setIsServer(() => true)
  client.clear()
  vi.useRealTimers()
})

/** A page that shows the query, each request of which gets the next answer. @returns the number of requests */
async function show(query: { queryKey: readonly unknown[]; meta?: object }, ...answers: object[]) {
  const queryFn = vi.fn<() => Promise<unknown>>(async () =>
    answers.length > 1 ? answers.shift() : answers[0],
  )
  const observer = new QueryObserver(client, { ...query, queryFn } as never)
  stops.push(observer.subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(0)
  return () => queryFn.mock.calls.length
}

const stream = (...views: LiveView[]) => streamedViews.set(new Set(views))

const LIVE = [
  ['the roster', roster('published'), { pages: [] }, 'roster:1', 15_000],
  ['check-in', checkInList('1'), { items: [] }, 'roster:1', 20_000],
  ['announcements', eventAnnouncements(event('published')), { items: [] }, 'announcements:1', MINUTE],
  [
    'announcements to those who manage the event',
    eventAnnouncements(event('published', { right: 'edit' })),
    { items: [{ delivery: { notifying: {} } }] },
    'deliveries:1',
    5_000,
  ],
  ['the lists of meetings', meetingLists, {}, 'meetings', MINUTE],
  ['a meeting', meetingDetails('1'), proposedMeeting(), 'meeting:1', 15_000],
  [
    'an event with a waitlist',
    eventDetails('1'),
    event('published', { mine: waiting }),
    'waitlist:1',
    MINUTE,
  ],
] as const

test.for(LIVE)(
  '%s polls at its own interval without a stream, and never while the stream covers it',
  async ([, query, data, view, interval]) => {
    const asked = await show(query, data)
    expect([asked(), shownViews(client)]).toEqual([1, [view]])
    await vi.advanceTimersByTimeAsync(interval)
    expect(asked()).toBe(2)

    stream(view)
    await vi.advanceTimersByTimeAsync(9 * MINUTE)
    expect(asked()).toBe(2)

    streamedViews.set(undefined)
    await vi.advanceTimersByTimeAsync(interval)
    expect(asked()).toBe(3)
  },
)

test.for(LIVE)('%s is refetched when the stream reports that it is stale', async ([, query, data, view]) => {
  stream(view)
  const asked = await show(query, data)
  const refresh = createRefresh(client)
  refresh(view)
  refresh('roster:other')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toBe(2)
})

test.for([...LIVE.slice(0, -1), ['unread notifications', unreadNotifications]] as const)(
  '%s is fresh for 10 minutes, and refetched when opened and after an outage, not on focus',
  ([, query]) => {
    expect(client.defaultQueryOptions<unknown, Error, unknown, unknown>(query as never)).toMatchObject({
      staleTime: 600_000,
      refetchOnWindowFocus: false,
      refetchOnMount: 'always',
      refetchOnReconnect: 'always',
    })
  },
)

test('a view that the open stream does not cover is polled', async () => {
  stream('roster:other')
  const asked = await show(roster('published'), { pages: [] })
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked()).toBe(2)
})

test('an event that is over, or that the viewer is going to, is neither polled nor streamed', async () => {
  const asked = [
    await show(roster('completed'), { pages: [] }),
    await show(eventAnnouncements(event('cancelled')), { items: [] }),
    await show(eventDetails('1'), event('published', { mine: { state: 'going', guests: 0 } })),
  ]
  expect(shownViews(client)).toEqual([])
  await vi.advanceTimersByTimeAsync(9 * MINUTE)
  expect(asked.map((count) => count())).toEqual([1, 1, 1])
})

test('a view that changes while it is loading is loaded again afterwards', async () => {
  const answer = vi.fn<() => Promise<unknown>>(
    () => new Promise((resolve) => setTimeout(() => resolve({ items: [] }), 300)),
  )
  const observer = new QueryObserver(client, { ...meetingLists, queryFn: answer } as never)
  stops.push(observer.subscribe(() => {}))
  const refresh = createRefresh(client)
  await vi.advanceTimersByTimeAsync(100)
  refresh('meetings')
  await vi.advanceTimersByTimeAsync(200)
  expect(answer).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(answer).toHaveBeenCalledTimes(2)
})

test('a view that changes all the time is loaded once a second', async () => {
  const asked = await show(meetingLists, {})
  const refresh = createRefresh(client)
  for (let at = 0; at < 100; at += 1) {
    refresh('meetings')
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked()).toBeGreaterThan(9)
  expect(asked()).toBeLessThan(13)
})

test('an offer is loaded again when it expires, also with a stream', async () => {
  stream('waitlist:1')
  const offerUntil = new Date(NOW + 5 * MINUTE).toISOString()
  const mine = { state: 'offered', guests: 0, offerUntil } as const
  const asked = await show(eventDetails('1'), event('published', { mine }), event('published'))
  await vi.advanceTimersByTimeAsync(5 * MINUTE + OFFER_GRACE)
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked()).toBe(2)
  await vi.advanceTimersByTimeAsync(9 * MINUTE)
  expect(asked()).toBe(2)
})

test('an offer that the server still returns because the page’s clock is fast is loaded at intervals that double', async () => {
  stream('waitlist:1')
  const mine = {
    state: 'offered',
    guests: 0,
    offerUntil: new Date(NOW - OFFER_GRACE - MINUTE).toISOString(),
  } as const
  const asked = await show(eventDetails('1'), event('published', { mine }))
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(asked()).toBe(6)
})

test('the page of an event with a waitlist is loaded anew when it is opened again, and once when it is opened first', async () => {
  stream('waitlist:1')
  const shown = event('published', { mine: waiting })
  const asked = await show(eventDetails('1'), shown)
  stops.push(
    new QueryObserver(client, { ...eventDetails('1'), queryFn: async () => shown }).subscribe(() => {}),
  )
  await vi.advanceTimersByTimeAsync(0)
  expect(asked()).toBe(1)
  stops.splice(-2).forEach((stop) => stop())
  await vi.advanceTimersByTimeAsync(MINUTE)
  const again = await show(eventDetails('1'), shown)
  expect(again()).toBe(1)
})

test.each([
  ['proposed', 15_000],
  ['rescheduled', 15_000],
  ['awaitingConfirmation', MINUTE],
  ['held', false],
  ['cancelled', false],
] as const)('a meeting that is %s is polled every %s ms', (status, interval) => {
  expect(pollInterval(proposedMeeting({ status }))).toBe(interval)
})

test('a scheduled meeting is loaded again when it can be confirmed', () => {
  const meeting = proposedMeeting({
    status: 'scheduled',
    startsAt: '2030-01-01T10:00:00.000Z',
    durationMinutes: 30,
  })
  vi.setSystemTime('2030-01-01T11:00:00Z')
  expect(changesIn(meeting)).toBe(30 * MINUTE + 1_000)
  vi.setSystemTime('2030-01-01T12:00:00Z')
  expect(changesIn(meeting)).toBe(30 * MINUTE)
})
