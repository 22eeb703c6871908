import { keepPreviousData } from '@tanstack/react-query'

import type { RosterFilter } from '#shared/events/rules.ts'
import type { RosterEntry, RosterPage } from '#shared/programme/roster.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { SECOND } from '#shared/lib/durations.ts'
import { liveQuery } from '#client/lib/live-query.ts'
import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

/** The view in the URL of the roster. */
export interface RosterView {
  filter: RosterFilter | 'all'
  /** Prefixes of words of the name; empty means any. */
  q: string
}

/** Poll interval in milliseconds while RSVPs and arrivals come in. */
const ROSTER_INTERVAL = 15 * SECOND

export const eventRoster = ({ id, status }: EventDetails, { filter, q }: RosterView) => ({
  ...pagesQuery(
    ['events', 'roster', id, filter, q],
    ({ cursor, signal }) =>
      request('GET /api/events/:eventId/roster', {
        params: { eventId: id },
        query: { filter: filter === 'all' ? '' : filter, q, cursor },
        signal,
      }),
    ({ pages }) => ({
      entries: withoutDuplicates(pages),
      counts: pages[0]!.counts,
      partySizes: pages[0]!.partySizes,
    }),
  ),
  ...liveQuery({ view: `roster:${id}`, pollEvery: () => status === 'published' && ROSTER_INTERVAL }),
  placeholderData: keepPreviousData,
})

/** A member who changes their RSVP between two page requests is on both pages. */
function withoutDuplicates(pages: readonly RosterPage[]): RosterEntry[] {
  const all = pages.flatMap(({ items }) => items)
  return [...new Map(all.map((entry) => [entry.member.id, entry])).values()]
}
