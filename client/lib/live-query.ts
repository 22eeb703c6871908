import { useSyncExternalStore } from 'react'

import { createObservable } from './observable.ts'

/** Whether the server's stream tells this page what has changed. Another tab of the browser may hold it. */
export const streamConnected = createObservable(false)

export const useStreamConnected = () => useSyncExternalStore(streamConnected.subscribe, streamConnected.get)

/**
 * For views that other people change while they are open: loaded anew when opened and after an outage, and meanwhile at
 * an interval of their own.
 * @param interval milliseconds; false once the view no longer changes
 */
export const liveQuery = (interval: number | false) =>
  ({ refetchInterval: interval, refetchOnMount: 'always', refetchOnReconnect: 'always' }) as const
