import { expect, test } from 'vitest'

import { eventAnnouncements } from '#client/features/announcements/queries.ts'
import { checkInList } from '#client/features/check-in/queries.ts'
import { eventRoster } from '#client/features/events/queries.ts'
import { meetingDetails, meetingLists, pollInterval } from '#client/features/meetings/queries.ts'
import { unreadNotifications } from '#client/features/notifications/queries.ts'
import { proposedMeeting } from '#client/testing/meetings.ts'
import type { EventDetails } from '#shared/events.ts'

import { createQueryClient } from './query-client.ts'

const event = (status: EventDetails['status']) => ({ id: '1', status }) as EventDetails
const roster = (status: EventDetails['status']) => eventRoster(event(status), { filter: 'all', q: '' })
const client = createQueryClient()

test.for([
  ['the roster', roster('published'), 15_000],
  ['check-in', checkInList('1'), 20_000],
  ['announcements', eventAnnouncements(event('published')), 60_000],
  ['the lists of meetings', meetingLists, 60_000],
  ['unread notifications', unreadNotifications, false],
  ['a meeting', meetingDetails('1'), expect.any(Function)],
] as const)(
  '%s: polled at an interval of its own, fresh for 10 minutes, not refetched on focus',
  ([, query, refetchInterval]) => {
    expect(client.defaultQueryOptions<unknown, Error, unknown, unknown>(query as never)).toMatchObject({
      staleTime: 600_000,
      refetchOnWindowFocus: false,
      refetchOnMount: 'always',
      refetchOnReconnect: 'always',
      refetchInterval,
    })
  },
)

test('an event that takes no more answers is not polled', () => {
  expect(roster('completed').refetchInterval).toBe(false)
  expect(eventAnnouncements(event('cancelled')).refetchInterval).toBe(false)
})

test.each([
  ['proposed', 15_000],
  ['rescheduled', 15_000],
  ['awaitingConfirmation', 60_000],
  ['held', false],
  ['cancelled', false],
] as const)('a meeting that is %s is polled every %s ms', (status, interval) => {
  expect(pollInterval(proposedMeeting({ status }), Date.now())).toBe(interval)
})

test('a scheduled meeting is loaded again when it can be confirmed', () => {
  const meeting = proposedMeeting({
    status: 'scheduled',
    startsAt: '2030-01-01T10:00:00.000Z',
    durationMinutes: 30,
  })
  expect(pollInterval(meeting, Date.parse('2030-01-01T11:00:00Z'))).toBe(30 * 60_000 + 1_000)
  expect(pollInterval(meeting, Date.parse('2030-01-01T12:00:00Z'))).toBe(15_000)
})
