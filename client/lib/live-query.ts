/**
 * For views that other people change while they are open: loaded anew when opened and after an outage, and meanwhile at
 * an interval of their own.
 * @param interval milliseconds; false once the view no longer changes
 */
export const liveQuery = (interval: number | false) =>
  ({ refetchInterval: interval, refetchOnMount: 'always', refetchOnReconnect: 'always' }) as const
