import { queryOptions } from '@tanstack/react-query'

import type { Announcement } from '#shared/announcements.ts'
import type { EventDetails } from '#shared/events.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { liveQuery } from '#client/lib/live-query.ts'
import { request } from '#client/lib/request.ts'

const MINUTE = 60_000

/** Attendees have the page open on the day, so it polls. */
export const eventAnnouncements = ({ id, status }: Pick<EventDetails, 'id' | 'status'>) =>
  queryOptions({
    queryKey: ['events', 'announcements', id],
    queryFn: ({ signal }) => request<{ items: Announcement[] }>(eventUrl(id, 'announcements'), { signal }),
    ...liveQuery(status === 'published' && MINUTE),
  })
