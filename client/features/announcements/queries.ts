import { queryOptions } from '@tanstack/react-query'

import { isUnderWay } from '#shared/announcement-rules.ts'
import type { Announcement, AnnouncementAudience } from '#shared/announcements.ts'
import type { EventDetails } from '#shared/events.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { liveQuery } from '#client/lib/live-query.ts'
import { request } from '#client/lib/request.ts'

const MINUTE = 60_000
/** While an announcement is being delivered. */
const UNDER_WAY = 5_000

/** Attendees have the page open on the day, and those who manage the event watch how far delivery gets, so it is live. */
export const eventAnnouncements = ({
  id,
  status,
  managed,
}: Pick<EventDetails, 'id' | 'status' | 'managed'>) =>
  queryOptions({
    queryKey: ['events', 'announcements', id],
    queryFn: ({ signal }) => request<{ items: Announcement[] }>(eventUrl(id, 'announcements'), { signal }),
    ...liveQuery<{ items: Announcement[] }>({
      view: managed ? `deliveries:${id}` : `announcements:${id}`,
      pollEvery: (data) =>
        data?.items.some(({ delivery }) => delivery && isUnderWay(delivery))
          ? UNDER_WAY
          : status === 'published' && MINUTE,
    }),
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
