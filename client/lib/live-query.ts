import type { Query } from '@tanstack/react-query'

import type { LiveView } from '#shared/live-views.ts'

import { createObservable } from './observable.ts'

/**
 * The views of which the server's stream tells this page when they change; undefined without a stream. Another tab of the
 * browser may have it.
 */
export const streamedViews = createObservable<ReadonlySet<LiveView> | undefined>(undefined)

interface Live<T> {
  view: LiveView
  /** Milliseconds between two requests without a stream; false once other people no longer change it. */
  pollEvery: (data: T | undefined) => number | false
  /** Milliseconds until it changes although nobody does anything; by default never. */
  changesIn?: (data: T | undefined) => number | false
}

const SECOND = 1_000
/** Timers of browsers cannot wait much longer. */
export const LONGEST_INTERVAL = 24 * 60 * 60 * SECOND

/**
 * Milliseconds until what this time (epoch milliseconds) changes can be loaded. A page whose clock is fast asks in vain, at
 * intervals that double.
 */
export function changesAt(time: number) {
  const left = time - Date.now()
  return Math.min(left > 0 ? left + SECOND : Math.max(-left, 15 * SECOND), LONGEST_INTERVAL)
}

/** For what is loaded anew when opened, and after an outage. */
export const loadedAnew = { refetchOnMount: 'always', refetchOnReconnect: 'always' } as const

/**
 * For views that other people change while they are open: loaded anew when opened, after an outage, and whenever the stream
 * tells that they have changed. Without a stream they poll.
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
