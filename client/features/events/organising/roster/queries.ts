import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

import type { RosterEntry, RosterPage } from '#shared/roster.ts'
import type { RosterFilter } from '#shared/event-rules.ts'
import type { EventDetails } from '#shared/events.ts'
import { eventUrl } from '#client/features/events/queries.ts'
import { request } from '#client/lib/request.ts'
import { urlWith } from '#client/lib/url.ts'

/** What stands in the URL of the roster. */
export interface RosterView {
  filter: RosterFilter | 'all'
  /** Beginnings of words of the name; empty: any. */
  q: string
}

/** People answer, and arrive, while the roster is open. */
const LOOK_AGAIN = 15_000

export const eventRoster = ({ id, status }: EventDetails, { filter, q }: RosterView) =>
  infiniteQueryOptions({
    queryKey: ['events', 'roster', id, filter, q],
    queryFn: ({ signal, pageParam }) =>
      request<RosterPage>(rosterUrl(id, { filter: filter === 'all' ? '' : filter, q, cursor: pageParam }), {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({ entries: eachOnce(pages), counts: pages[0]!.counts }),
    staleTime: 0,
    refetchInterval: status === 'published' && LOOK_AGAIN,
    refetchOnWindowFocus: true,
    placeholderData: keepPreviousData,
  })

const rosterUrl = (id: string, query: Record<string, string>) => urlWith(eventUrl(id, 'roster'), query)

/** Who answers anew between two pages stands on both. */
function eachOnce(pages: readonly RosterPage[]): RosterEntry[] {
  const all = pages.flatMap(({ items }) => items)
  return [...new Map(all.map((entry) => [entry.member.id, entry])).values()]
}

export const rosterFile = (eventId: string) =>
  request<Blob>(eventUrl(eventId, 'roster.csv'), { file: 'text/csv' })
