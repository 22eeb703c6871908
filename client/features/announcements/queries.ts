import { queryOptions, useQuery } from '@tanstack/react-query'

import type { Announcement, AnnouncementAudience } from '#shared/announcements.ts'
import type { EventDetails } from '#shared/events.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { liveQuery, useStreamConnected } from '#client/lib/live-query.ts'
import { request } from '#client/lib/request.ts'
import { DATA_CACHE } from '#shared/constants.ts'

import { isUnderWay } from './delivery.ts'

const MINUTE = 60_000
/** While an announcement is being delivered. */
const UNDER_WAY = 5_000

/** Attendees have the page open on the day, so it polls. */
export const eventAnnouncements = ({ id, status }: Pick<EventDetails, 'id' | 'status'>) =>
  queryOptions({
    queryKey: ['events', 'announcements', id],
    queryFn: ({ signal }) => request<{ items: Announcement[] }>(eventUrl(id, 'announcements'), { signal }),
    ...liveQuery(status === 'published' && MINUTE),
  })

/** With its words, also for a viewer who blocked the author. */
export const announcement = (eventId: string, id: string) =>
  queryOptions({
    queryKey: ['events', 'announcements', eventId, id],
    queryFn: ({ signal }) =>
      request<Announcement>(`${eventUrl(eventId, 'announcements')}/${encodeURIComponent(id)}`, { signal }),
  })

/** Counted again each time: RSVPs change it. */
export const announcementAudience = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'announcement audience', eventId],
    queryFn: ({ signal }) =>
      request<AnnouncementAudience>(`${eventUrl(eventId, 'announcements')}/audience`, { signal }),
    staleTime: 0,
    retry: false,
  })

interface ViewerOptions {
  enabled: boolean
  /** Whether a notification tells the viewer of each: with a live stream, it makes the list stale. */
  isNotified: boolean
}

export function useEventAnnouncements(
  event: Pick<EventDetails, 'id' | 'status'>,
  { enabled, isNotified }: ViewerOptions,
) {
  const announcements = eventAnnouncements(event)
  // A member who has switched off such notifications sees new announcements later.
  const isStreamed = useStreamConnected() && isNotified && announcements.refetchInterval !== false
  return useQuery({
    ...announcements,
    ...(isStreamed && { refetchInterval: DATA_CACHE.freshFor }),
    enabled,
    throwOnError: false,
  })
}

/** The same for organisers, who watch how far the latest gets. No notification tells them of another's. */
export const sentAnnouncements = (event: Pick<EventDetails, 'id' | 'status'>) =>
  queryOptions({
    ...eventAnnouncements(event),
    refetchInterval: ({ state }) =>
      state.data?.items.some(isUnderWay) ? UNDER_WAY : event.status === 'published' && MINUTE,
  })
