import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { MarkRead, Notification, Unread } from '#shared/notifications.ts'
import { loadedAnew, streamedViews } from '#client/lib/live-query.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

const ROOT = 'notifications'
export const UNREAD_URL = '/api/notifications/unread'

/** Kept up to date by a stream. */
export const unreadNotifications = queryOptions({
  queryKey: [ROOT, 'unread'],
  queryFn: ({ signal }) => request<Unread>(UNREAD_URL, { signal }),
  ...loadedAnew,
})

/** Latest first. */
export const notificationList = pagedQuery<Notification>([ROOT, 'list'], '/api/notifications')

export async function markRead(cache: QueryClient, body: MarkRead): Promise<void> {
  await request('/api/notifications/read', { method: 'POST', body })
  // The stream tells the new number.
  const { queryKey } = notificationList
  await cache.invalidateQueries({ queryKey: streamedViews.get() ? queryKey : [ROOT] })
}
