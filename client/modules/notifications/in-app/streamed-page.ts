import type { Query, QueryClient } from '@tanstack/react-query'

import { SECOND } from '#shared/lib/durations.ts'
import type { LiveView } from '#shared/notifications/live-views.ts'
import type { Unread } from '#shared/notifications/schema.ts'
import { liveOf } from '#client/lib/live-query.ts'

import { notificationList, unreadNotifications } from './queries.ts'

/** Connects the stream with the page's queries: names the views that are shown, and applies messages. */
export function streamedPage(cache: QueryClient) {
  const refresh = createRefresh(cache)
  return {
    onUnread: (unread: Unread) => void updateUnread(cache, unread),
    onStale: (views: readonly LiveView[]) => views.forEach(refresh),
    shownViews: () => shownViews(cache),
    onShown: (listener: () => void) => cache.getQueryCache().subscribe(listener),
  }
}

/** A new number from the server means that the list has changed too. */
async function updateUnread(cache: QueryClient, unread: Unread): Promise<void> {
  const { queryKey } = unreadNotifications
  await cache.cancelQueries({ queryKey })
  cache.setQueryData(queryKey, unread)
  await cache.invalidateQueries({ queryKey: notificationList.queryKey })
}

const shownQueries = (cache: QueryClient) =>
  cache
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && liveOf(query))

/** The views on this page that other people may still change. */
export function shownViews(cache: QueryClient): LiveView[] {
  const live = shownQueries(cache).filter((query) => liveOf(query)!.pollEvery(query.state.data) !== false)
  return [...new Set(live.map((query) => liveOf(query)!.view))]
}

/** Starts or stops polling according to the views that the stream covers now. */
export function applyStreamedViews(cache: QueryClient) {
  for (const { observers } of shownQueries(cache))
    for (const observer of observers) observer.setOptions(observer.options)
}

/** Minimum milliseconds between two loads of a view that changes continuously. */
const REFRESHED_EVERY = SECOND

/**
 * Refetches stale views. One that is being loaded is loaded again afterwards, because its answer may predate the
 * change.
 */
export function createRefresh(cache: QueryClient) {
  const running = new Set<LiveView>()
  const again = new Set<LiveView>()

  async function refresh(view: LiveView) {
    const predicate = (query: Query) => liveOf(query)?.view === view
    running.add(view)
    do {
      again.delete(view)
      if (cache.isFetching({ predicate }) > 0) again.add(view)
      await cache.invalidateQueries({ predicate }, { cancelRefetch: false })
      await new Promise((resolve) => setTimeout(resolve, REFRESHED_EVERY))
    } while (again.has(view))
    running.delete(view)
  }

  return (view: LiveView) => {
    if (running.has(view)) again.add(view)
    else void refresh(view)
  }
}
