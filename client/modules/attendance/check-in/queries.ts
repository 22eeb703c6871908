import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { CheckInList, CheckInResults, CheckIns } from '#shared/attendance/check-in.ts'
import { SECOND } from '#shared/lib/durations.ts'
import { liveQuery } from '#client/lib/live-query.ts'
import { request } from '#client/lib/request.ts'

export type CheckInListItem = CheckInList['items'][number]
export type CheckInResult = CheckInResults['items'][number]

/** Everyone with a seat. Live, since other devices may check people in, too. */
export const checkInList = (eventId: string) => {
  const queryKey = ['events', 'check-in-list', eventId]
  return queryOptions({
    queryKey,
    async queryFn({ signal, client }): Promise<CheckInList> {
      const known = client.getQueryData<CheckInList>(queryKey)
      const query = { revision: known?.revision }
      const { revision, items = known?.items ?? [] } = await request(
        'GET /api/events/:eventId/check-in-list',
        {
          params: { eventId },
          query,
          signal,
        },
      )
      return { revision, items }
    },
    ...liveQuery({ view: `roster:${eventId}`, pollEvery: () => 20 * SECOND }),
  })
}

/** A network at a venue may accept a request and never answer. */
const timeout = () => ({ signal: AbortSignal.timeout(15 * SECOND) })

export async function sendCheckIns(eventId: string, items: CheckIns['items'], uid: string) {
  const options = { params: { eventId }, body: { items }, uid, ...timeout() }
  return (await request('POST /api/events/:eventId/check-ins', options)).items
}

/** @param arrival the time of the arrival to undo; another one may still count */
export const sendUndo = (eventId: string, memberId: string, arrival: string, uid: string) =>
  request('DELETE /api/events/:eventId/check-ins/:memberId', {
    params: { eventId, memberId },
    query: { arrival },
    uid,
    ...timeout(),
  })

/** Writes the server's answer into the cached list. @param arrivals times by member; undefined: not checked in */
export async function showArrivals(
  cache: QueryClient,
  eventId: string,
  arrivals: ReadonlyMap<string, string | undefined>,
) {
  const { queryKey } = checkInList(eventId)
  // A pending request may have been answered before these arrivals. It is cancelled, and sent again below.
  const wasFetching = cache.getQueryState(queryKey)?.fetchStatus !== 'idle'
  await cache.cancelQueries({ queryKey })
  const list = cache.getQueryData(queryKey)
  // Other screens refetch when they are shown next, not at each arrival.
  void cache.invalidateQueries({ queryKey: ['events'], refetchType: 'none' })
  const listed = new Set(list?.items.map(({ member }) => member.id))
  if (list) {
    const items = list.items.map((item) => withArrival(item, arrivals))
    // A revision that the server does not have, so that the next request gets the whole list.
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
