import { queryOptions, type QueryClient } from '@tanstack/react-query'

import type { MarkRead } from '#shared/notifications/schema.ts'
import { loadedAnew, streamedViews } from '#client/lib/live-query.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

const ROOT = 'notifications'

/** The stream keeps it up to date. */
export const unreadNotifications = queryOptions({
  ...routeQuery([ROOT, 'unread'], 'GET /api/notifications/unread'),
  ...loadedAnew,
})

/** Latest first. */
export const notificationList = pagedQuery([ROOT, 'list'], ({ cursor, signal }) =>
  request('GET /api/notifications', { query: { cursor }, signal }),
)

export async function markRead(cache: QueryClient, body: MarkRead): Promise<void> {
  await request('POST /api/notifications/read', { body })
  // The stream reports the new number.
  const { queryKey } = notificationList
  await cache.invalidateQueries({ queryKey: streamedViews.get() ? queryKey : [ROOT] })
}
