import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type {
  CheckInList,
  CheckInListAnswer,
  CheckInResults,
  CheckIns,
  CheckInUndone,
} from '#shared/check-in.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { liveQuery } from '#client/lib/live-query.ts'
import { request } from '#client/lib/request.ts'

export type CheckInListItem = CheckInList['items'][number]
export type CheckInResult = CheckInResults['items'][number]

const SECOND = 1_000

/** Everyone with a seat. Live, since other devices may check people in, too. */
export const checkInList = (eventId: string) => {
  const queryKey = ['events', 'check-in-list', eventId]
  return queryOptions({
    queryKey,
    async queryFn({ signal, client }): Promise<CheckInList> {
      const known = client.getQueryData<CheckInList>(queryKey)
      const query = known?.revision ? `?${new URLSearchParams({ revision: known.revision })}` : ''
      const url = `${eventUrl(eventId, 'check-in-list')}${query}`
      const { revision, items = known?.items ?? [] } = await request<CheckInListAnswer>(url, { signal })
      return { revision, items }
    },
    ...liveQuery({ view: `roster:${eventId}`, pollEvery: () => 20 * SECOND }),
  })
}

/** A network at a venue may accept a request and never answer. */
const timeout = () => ({ signal: AbortSignal.timeout(15 * SECOND) })

export async function sendCheckIns(eventId: string, items: CheckIns['items']) {
  const url = eventUrl(eventId, 'check-ins')
  const answer = await request<CheckInResults>(url, { method: 'POST', body: { items }, ...timeout() })
  return answer.items
}

/** @param arrival the time of the arrival to take back; another one may still count */
export function sendUndo(eventId: string, memberId: string, arrival: string) {
  const url = eventUrl(eventId, 'check-ins', encodeURIComponent(memberId))
  const query = new URLSearchParams({ arrival })
  return request<CheckInUndone>(`${url}?${query}`, { method: 'DELETE', ...timeout() })
}

/** Writes the server's answer into the cached list. @param arrivals times by member; undefined: not checked in */
export async function showArrivals(
  cache: QueryClient,
  eventId: string,
  arrivals: ReadonlyMap<string, string | undefined>,
) {
  const { queryKey } = checkInList(eventId)
  // A request under way may have been answered before these arrivals. It is cancelled, and sent again below.
  const wasFetching = cache.getQueryState(queryKey)?.fetchStatus !== 'idle'
  await cache.cancelQueries({ queryKey })
  const list = cache.getQueryData(queryKey)
  // Other screens refetch when they are shown next, not at each arrival.
  void cache.invalidateQueries({ queryKey: ['events'], refetchType: 'none' })
  const listed = new Set(list?.items.map(({ member }) => member.id))
  if (list) {
    const items = list.items.map((item) => withArrival(item, arrivals))
    // No revision of the server's, so that the whole list is asked for next.
    cache.setQueryData(queryKey, { revision: '', items })
  }
  const isUnlisted = [...arrivals.keys()].some((id) => !listed.has(id))
  // Not awaited: offline, it would wait for the network.
  if (wasFetching || isUnlisted) void cache.invalidateQueries({ queryKey })
}

function withArrival(
  item: CheckInListItem,
  arrivals: ReadonlyMap<string, string | undefined>,
): CheckInListItem {
  if (!arrivals.has(item.member.id)) return item
  const { checkedInAt: _, ...rest } = item
  const at = arrivals.get(item.member.id)
  return at ? { ...rest, checkedInAt: at } : rest
}
