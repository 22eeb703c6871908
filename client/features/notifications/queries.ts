import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { MarkRead, Notification, Unread } from '#shared/notifications.ts'
import { liveQuery } from '#client/lib/live-query.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const ROOT = 'notifications'
const POLLED_EVERY = 30_000

export const unreadNotifications = queryOptions({
  queryKey: [ROOT, 'unread'],
  queryFn: ({ signal }) => request<Unread>('/api/notifications/unread', { signal }),
  ...liveQuery(POLLED_EVERY),
})

/** Latest first. */
export const notificationList = pagedQuery<Notification>([ROOT, 'list'], '/api/notifications')

export async function markRead(cache: QueryClient, body: MarkRead): Promise<void> {
  await request('/api/notifications/read', { method: 'POST', body })
  await cache.invalidateQueries({ queryKey: [ROOT] })
}
