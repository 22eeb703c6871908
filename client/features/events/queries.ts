import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { Announcement } from '#shared/announcements.ts'
import type { CheckInCode } from '#shared/check-in.ts'
import type { EventFormat, EventList } from '#shared/event-rules.ts'
import type { Attendee, EventDetails, EventListItem } from '#shared/events.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

/** What stands in the URL of the list; empty: any. */
export interface EventFilter {
  list: EventList
  q: string
  tag: string
  format: EventFormat | ''
}

export const eventUrl = (eventId: string, ...rest: string[]) =>
  ['/api/events', encodeURIComponent(eventId), ...rest].join('/')

const MINUTE = 60_000

export const eventList = (filter: EventFilter) =>
  pagedQuery<EventListItem>(['events', 'list', filter], '/api/events', { ...filter })

export const eventTags = queryOptions({
  queryKey: ['events', 'tags'],
  queryFn: ({ signal }) => request<{ items: string[] }>('/api/events/tags', { signal }),
})

export const eventDetails = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'details', eventId],
    queryFn: ({ signal }) => request<EventDetails>(eventUrl(eventId), { signal }),
    refetchInterval: ({ state }) => nextLook(state.data, Date.now()),
  })

/** Whoever waits for a seat sees by themselves when they move up, are offered one, and when the offer ends. */
function nextLook(event: EventDetails | undefined, now: number) {
  const { state, offerUntil } = event?.mine ?? {}
  if (event?.status !== 'published' || Date.parse(event.endsAt) < now) return false
  if (state === 'waitlisted') return MINUTE
  if (state !== 'offered' || !offerUntil) return false
  const left = Date.parse(offerUntil) - now
  return left > 0 ? Math.min(left + 1_000, MINUTE) : MINUTE / 4
}

export const eventAttendees = (eventId: string) =>
  pagedQuery<Attendee>(['events', 'attendees', eventId], eventUrl(eventId, 'attendees'))

/** What is announced on the day is read by people who have the page open already. */
export const eventAnnouncements = ({ id, status }: Pick<EventDetails, 'id' | 'status'>) =>
  queryOptions({
    queryKey: ['events', 'announcements', id],
    queryFn: ({ signal }) => request<{ items: Announcement[] }>(eventUrl(id, 'announcements'), { signal }),
    staleTime: MINUTE / 4,
    refetchInterval: status === 'published' && MINUTE,
    refetchOnWindowFocus: true,
  })

export const ownCheckInCode = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'check-in-code', eventId],
    queryFn: ({ signal }) => request<CheckInCode>(eventUrl(eventId, 'check-in-code'), { signal }),
  })

/** After any act on an event: lists, seats, who is going and the next seven days may all be different. */
export const eventsChanged = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: ['events'] }),
    cache.invalidateQueries({ queryKey: ['dashboard'] }),
  ])
