import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { CheckInList, CheckInResults, CheckIns } from '#shared/check-in.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { request } from '#client/lib/request.ts'

export type Seated = CheckInList['items'][number]
export type CheckInResult = CheckInResults['items'][number]

const SECOND = 1_000

/** Of everyone with a seat. Asked for again and again: others may be checking in at the same door. */
export const checkInList = (eventId: string) =>
  queryOptions({
    queryKey: ['events', 'check-in-list', eventId],
    queryFn: ({ signal }) => request<CheckInList>(eventUrl(eventId, 'check-in-list'), { signal }),
    staleTime: 0,
    refetchInterval: 20 * SECOND,
  })

/** A network at a venue may take a request and never answer. */
const inTime = () => ({ signal: AbortSignal.timeout(15 * SECOND) })

export async function sendCheckIns(eventId: string, items: CheckIns['items']) {
  const url = eventUrl(eventId, 'check-ins')
  const answer = await request<CheckInResults>(url, { method: 'POST', body: { items }, ...inTime() })
  return answer.items
}

export const sendUndo = (eventId: string, memberId: string) =>
  request(eventUrl(eventId, 'check-ins', encodeURIComponent(memberId)), { method: 'DELETE', ...inTime() })

/** Notes in the list what the server just said of some people; no time means that they have not come. */
export async function showArrivals(
  cache: QueryClient,
  eventId: string,
  arrivals: ReadonlyMap<string, string | undefined>,
) {
  const { queryKey } = checkInList(eventId)
  // Its answer may be from before. What else it would have told is asked for again.
  const isCutShort = cache.getQueryState(queryKey)?.fetchStatus !== 'idle'
  await cache.cancelQueries({ queryKey })
  const list = cache.getQueryData(queryKey)
  // What else shows who came asks anew when it is next looked at, not at each arrival.
  void cache.invalidateQueries({ queryKey: ['events'], refetchType: 'none' })
  const listed = new Set(list?.items.map(({ member }) => member.id))
  if (list) cache.setQueryData(queryKey, { items: list.items.map((seated) => withArrival(seated, arrivals)) })
  const isUnlisted = [...arrivals.keys()].some((id) => !listed.has(id))
  // Not awaited: without a network it would wait for one.
  if (isCutShort || isUnlisted) void cache.invalidateQueries({ queryKey })
}

function withArrival(seated: Seated, arrivals: ReadonlyMap<string, string | undefined>): Seated {
  if (!arrivals.has(seated.member.id)) return seated
  const { checkedInAt: _, ...rest } = seated
  const at = arrivals.get(seated.member.id)
  return at ? { ...rest, checkedInAt: at } : rest
}
