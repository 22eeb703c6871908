import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'

import type { EventFormat, EventList, RosterFilter } from '#shared/event-rules.ts'
import type { RosterEntry, RosterPage } from '#shared/roster.ts'
import type { Attendee, EventDetails, EventListItem, HiddenRsvpList } from '#shared/events.ts'
import { changesAt, liveQuery } from '#client/lib/live-query.ts'
import { pagedQuery, urlWith } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

/** In the URL of the list; an empty value means any. */
export interface EventFilter {
  list: EventList
  q: string
  tag: string
  format: EventFormat | ''
}

export const eventUrl = (eventId: string, ...rest: string[]) =>
  ['/api/events', encodeURIComponent(eventId), ...rest].join('/')

const MINUTE = 60_000
/** Milliseconds, less than for which the server remembers changes for pages that were loading. */
const JUST_LOADED = 5_000

export const hiddenRsvps = queryOptions({
  queryKey: ['events', 'hidden-rsvps'],
  queryFn: ({ signal }) => request<HiddenRsvpList>('/api/events/hidden-rsvps', { signal }),
})

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
    // People on the waitlist see without reloading when they move up, get an offer, and when it expires.
    ...liveQuery<EventDetails>({
      view: `waitlist:${eventId}`,
      pollEvery: (event) => isWaiting(event) && MINUTE,
      changesIn(event) {
        const offerUntil = isWaiting(event) && event?.mine?.offerUntil
        return offerUntil ? changesAt(Date.parse(offerUntil)) : false
      },
    }),
    // No stream told of it while it was not shown.
    refetchOnMount: ({ state }) =>
      !isWaiting(state.data) || Date.now() - state.dataUpdatedAt < JUST_LOADED || 'always',
    refetchOnReconnect: ({ state }) => !isWaiting(state.data) || 'always',
  })

const isWaiting = (event: EventDetails | undefined) =>
  event?.status === 'published' &&
  Date.parse(event.endsAt) >= Date.now() &&
  (event.mine?.state === 'waitlisted' || event.mine?.state === 'offered')

export const eventAttendees = (eventId: string) =>
  pagedQuery<Attendee>(['events', 'attendees', eventId], eventUrl(eventId, 'attendees'))

/** In the URL of the roster. */
export interface RosterView {
  filter: RosterFilter | 'all'
  /** Prefixes of words of the name; empty means any. */
  q: string
}

/** RSVPs and arrivals come in while the roster is open. */
const ROSTER_INTERVAL = 15_000

export const eventRoster = ({ id, status }: EventDetails, { filter, q }: RosterView) =>
  infiniteQueryOptions({
    queryKey: ['events', 'roster', id, filter, q],
    queryFn: ({ signal, pageParam }) =>
      request<RosterPage>(rosterUrl(id, { filter: filter === 'all' ? '' : filter, q, cursor: pageParam }), {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({
      entries: withoutDuplicates(pages),
      counts: pages[0]!.counts,
      parties: pages[0]!.parties,
    }),
    ...liveQuery({ view: `roster:${id}`, pollEvery: () => status === 'published' && ROSTER_INTERVAL }),
    placeholderData: keepPreviousData,
  })

const rosterUrl = (id: string, query: Record<string, string>) => urlWith(eventUrl(id, 'roster'), query)

/** Someone who changes their RSVP between two page requests is on both pages. */
function withoutDuplicates(pages: readonly RosterPage[]): RosterEntry[] {
  const all = pages.flatMap(({ items }) => items)
  return [...new Map(all.map((entry) => [entry.member.id, entry])).values()]
}

/** After any change to an event: lists, seats, attendees and the dashboard may all be stale. */
export const invalidateEvents = (cache: QueryClient) =>
  Promise.all([
    cache.invalidateQueries({ queryKey: ['events'] }),
    cache.invalidateQueries({ queryKey: ['dashboard'] }),
  ])
