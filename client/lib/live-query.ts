import type { Query } from '@tanstack/react-query'

import { DAY, SECOND } from '#shared/lib/durations.ts'
import type { LiveView } from '#shared/notifications/live-views.ts'

import { createObservable } from './observable.ts'

/**
 * The views whose changes the server's stream reports to this page; undefined without a stream. Another tab of the
 * browser may have it.
 */
export const streamedViews = createObservable<ReadonlySet<LiveView> | undefined>(undefined)

interface Live<T> {
  view: LiveView
  /** Milliseconds between two requests without a stream; false once other people can no longer change it. */
  pollEvery: (data: T | undefined) => number | false
  /** Milliseconds until it changes by time alone. Never by default. */
  changesIn?: (data: T | undefined) => number | false
}

/** Browser timers cannot wait much longer. */
export const MAX_INTERVAL = DAY

/**
 * Milliseconds until a change at this time (epoch milliseconds) can be loaded. A page whose clock is fast asks too
 * early, and again at intervals that double.
 */
export function changesAt(time: number) {
  const left = time - Date.now()
  return Math.min(left > 0 ? left + SECOND : Math.max(-left, 15 * SECOND), MAX_INTERVAL)
}

/** Options of queries that are refetched when opened, and after an outage. */
export const loadedAnew = { refetchOnMount: 'always', refetchOnReconnect: 'always' } as const

/**
 * Options of views that other people change while they are open: refetched when opened, after an outage, and
 * whenever the stream reports a change. Without a stream they poll.
 */
export const liveQuery = <T>({ view, pollEvery, changesIn = () => false }: Live<T>) => ({
  meta: { live: { view, pollEvery } },
  refetchInterval: ({ state: { data } }: { state: { data: T | undefined } }) => {
    const waits = [changesIn(data), !streamedViews.get()?.has(view) && pollEvery(data)]
    const intervals = waits.filter((wait) => wait !== false)
    return intervals.length > 0 && Math.min(...intervals)
  },
  ...loadedAnew,
})

/** Undefined for queries that are not live. */
export const liveOf = ({ meta }: Query) => meta?.['live'] as Live<unknown> | undefined
