import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { type AttendeeFilter, type EventFormat, type EventList, offerExpiry } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { firstContent } from '#client/lib/first-content.ts'
import { changesAt, liveQuery } from '#client/lib/live-query.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

/** The filter in the URL of the list; an empty value means any. */
export interface EventFilter {
  list: EventList
  q: string
  tag: string
  format: EventFormat | ''
  /** A city, or `ONLINE_PLACE`. */
  place: string
  connections: '1' | ''
  /** Slug of a chapter, or `MY_CHAPTERS`. */
  chapter: string
  /** First and last day of a list. */
  from: string
  to: string
}

/** Milliseconds. Shorter than the period for which the server remembers changes for pages that were loading. */
const JUST_LOADED = 5 * SECOND

export const hiddenRsvps = routeQuery(['events', 'hidden-rsvps'], 'GET /api/events/hidden-rsvps')

/** @param zone of the days in the filter */
export function eventList(filter: EventFilter, zone: string) {
  const query = { ...filter, zone: filter.from || filter.to ? zone : '' }
  return pagedQuery(['events', 'list', query], ({ cursor, signal }) =>
    request('GET /api/events', { query: { ...query, cursor }, signal }),
  )
}

interface Days {
  from: string
  to: string
  zone: string
}

/** Events of these days, whatever days the list shows. */
export function eventCalendar(filter: EventFilter, days: Days) {
  const { list: _, ...conditions } = filter
  const query = { ...conditions, ...days }
  return routeQuery(['events', 'calendar', query], 'GET /api/events/calendar', { query })
}

export const eventTags = queryOptions({
  queryKey: ['events', 'tags'],
  queryFn: async ({ signal }) => {
    // The list is useful without them, and should not share the line.
    await firstContent
    return request('GET /api/events/tags', { signal })
  },
})

export const eventDetails = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'details', eventId], 'GET /api/events/:eventId', { params: { eventId } }),
    // People on the waitlist see without reloading when they move up, get an offer, and when it expires.
    ...liveQuery<EventDetails>({
      view: `waitlist:${eventId}`,
      pollEvery: (event) => isWaiting(event) && MINUTE,
      changesIn(event) {
        const offerUntil = isWaiting(event) && event?.mine?.offerUntil
        return offerUntil ? changesAt(offerExpiry(offerUntil)) : false
      },
    }),
    // The stream did not report changes while it was not shown.
    refetchOnMount: ({ state }) =>
      !isWaiting(state.data) || Date.now() - state.dataUpdatedAt < JUST_LOADED || 'always',
    refetchOnReconnect: ({ state }) => !isWaiting(state.data) || 'always',
  })

const isWaiting = (event: EventDetails | undefined) =>
  event?.status === 'published' &&
  Date.parse(event.endsAt) >= Date.now() &&
  (event.mine?.state === 'waitlisted' || event.mine?.state === 'offered')

export const eventAttendees = (eventId: string, search: { q: string; filter: AttendeeFilter | '' }) =>
  pagedQuery(['events', 'attendees', eventId, search], ({ cursor, signal }) =>
    request('GET /api/events/:eventId/attendees', {
      params: { eventId },
      query: { ...search, cursor },
      signal,
    }),
  )

export const eventTurnout = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'turnout', eventId], 'GET /api/events/:eventId/turnout', {
      params: { eventId },
    }),
    refetchOnMount: 'always',
  })

/** Called after any change to an event: lists, seats, attendees and the dashboard may all be stale. */
export const invalidateEvents = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: ['events'] }),
    cache.invalidateQueries({ queryKey: ['dashboard'] }),
  ])
