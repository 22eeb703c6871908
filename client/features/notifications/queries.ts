import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { MarkRead, Notification, Unread } from '#shared/notifications.ts'
import { liveQuery, streamConnected } from '#client/lib/live-query.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const ROOT = 'notifications'
export const UNREAD_URL = '/api/notifications/unread'

/** Kept up to date by a stream. */
export const unreadNotifications = queryOptions({
  queryKey: [ROOT, 'unread'],
  queryFn: ({ signal }) => request<Unread>(UNREAD_URL, { signal }),
  ...liveQuery(false),
})

/** Latest first. */
export const notificationList = pagedQuery<Notification>([ROOT, 'list'], '/api/notifications')

/** The server has told a new number: the list has changed too, and a new one may be about an announcement. */
export async function updateUnread(cache: QueryClient, unread: Unread): Promise<void> {
  const { queryKey } = unreadNotifications
  await cache.cancelQueries({ queryKey })
  const before = cache.getQueryData(queryKey)
  cache.setQueryData(queryKey, unread)
  await cache.invalidateQueries({ queryKey: notificationList.queryKey })
  if (before && unread.unread > before.unread)
    await cache.invalidateQueries({ queryKey: ['events', 'announcements'] })
}

export async function markRead(cache: QueryClient, body: MarkRead): Promise<void> {
  await request('/api/notifications/read', { method: 'POST', body })
  // The stream tells the new number.
  const { queryKey } = notificationList
  await cache.invalidateQueries({ queryKey: streamConnected.get() ? queryKey : [ROOT] })
}
