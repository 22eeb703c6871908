import { expect, test } from 'vitest'

import { eventAnnouncements } from '#client/features/announcements/queries.ts'
import { checkInList } from '#client/features/check-in/queries.ts'
import { eventRoster } from '#client/features/events/queries.ts'
import type { EventDetails } from '#shared/events.ts'

import { createQueryClient } from './query-client.ts'

const event = (status: EventDetails['status']) => ({ id: '1', status }) as EventDetails
const roster = (status: EventDetails['status']) => eventRoster(event(status), { filter: 'all', q: '' })
const client = createQueryClient()

test.for([
  ['the roster', roster('published'), 15_000],
  ['check-in', checkInList('1'), 20_000],
  ['announcements', eventAnnouncements(event('published')), 60_000],
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
