import { queryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query'

import type { EventDetails } from '#shared/events.ts'
import type { RosterCandidate, RosterOutcome, RosterPage } from '#shared/roster.ts'
import { eventUrl, invalidateEvents } from '#client/features/events/queries.ts'
import { urlWith } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

/** Someone on the roster, or about to be. */
export interface Target {
  memberId: string
  /** Of the RSVP that is shown; 0 without one. */
  version: number
}

/**
 * Decides about one person. The roster is loaded anew also after a refusal: someone else may have acted, or the organiser
 * may have lost the role.
 */
export function useRosterCommand({ id }: Pick<EventDetails, 'id'>) {
  const cache = useQueryClient()
  return async (
    command: 'addition' | 'removal' | 'promotion',
    { memberId, version }: Target,
    body: object,
  ) => {
    try {
      const url = eventUrl(id, 'roster', encodeURIComponent(memberId), command)
      return await request<RosterOutcome>(url, { method: 'POST', body, ifMatch: version })
    } finally {
      void invalidateEvents(cache)
    }
  }
}

/** @param text prefixes of words of a name, company or headline */
export const rosterCandidates = (eventId: string, text: string) =>
  queryOptions({
    queryKey: ['events', 'roster-candidates', eventId, text],
    queryFn: ({ signal }) =>
      request<{ items: RosterCandidate[] }>(urlWith(eventUrl(eventId, 'roster', 'candidates'), { q: text }), {
        signal,
      }),
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
    throwOnError: false,
  })

/** About one person on the roster. */
export type EntryCommand = 'message' | 'promote' | 'remove'

/** Whether organisers can still decide about people. The server decides. */
export const isRosterOpen = ({ status, endsAt, hidden }: EventDetails, now: number) =>
  status === 'published' && now < Date.parse(endsAt) && !hidden?.event

/** Whether a party of this size gets no seat without going above the limit. */
export const isFullFor = (
  { capacity = Infinity }: Pick<EventDetails, 'capacity'>,
  { going, guests, held }: RosterPage['counts'],
  party = 1,
) => going + guests + held + party > capacity
