import { queryOptions } from '@tanstack/react-query'

import { isUnderWay } from '#shared/conversation/organiser-messages/rules.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { Announcement } from '#shared/conversation/organiser-messages/schema.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { liveQuery } from '#client/lib/live-query.ts'
import { routeQuery } from '#client/lib/route-query.ts'

/** Poll interval in milliseconds while an announcement is being delivered. */
const UNDER_WAY = 5 * SECOND

/**
 * Live, because attendees have the page open on the day of the event, and people who manage it watch the delivery.
 */
export const eventAnnouncements = ({ id, status, right }: Pick<EventDetails, 'id' | 'status' | 'right'>) =>
  queryOptions({
    ...routeQuery(['events', 'announcements', id], 'GET /api/events/:eventId/announcements', {
      params: { eventId: id },
    }),
    ...liveQuery<{ items: Announcement[] }>({
      view: canOnEvent({ right }, 'edit') ? `deliveries:${id}` : `announcements:${id}`,
      pollEvery: (data) =>
        data?.items.some(({ delivery }) => delivery && isUnderWay(delivery))
          ? UNDER_WAY
          : status === 'published' && MINUTE,
    }),
  })

/** Includes the text even for a viewer who blocked the author. */
export const announcement = (eventId: string, id: string) =>
  routeQuery(
    ['events', 'announcements', eventId, id],
    'GET /api/events/:eventId/announcements/:announcementId',
    { params: { eventId, announcementId: id } },
  )

/** Counted again each time, because RSVPs change it. */
export const announcementAudience = (eventId: string) =>
  queryOptions({
    ...routeQuery(
      ['events', 'announcement-audience', eventId],
      'GET /api/events/:eventId/announcements/audience',
      { params: { eventId } },
    ),
    staleTime: 0,
    retry: false,
  })
