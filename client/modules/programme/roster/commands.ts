import { useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/events/messages.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import type { RosterCandidate, RosterOutcome, RosterPage } from '#shared/programme/roster.ts'
import { invalidateEvents } from '#client/modules/events/events/queries.ts'
import { choiceOf, type PersonChoice, type PersonSource } from '#client/modules/people/picker/source.ts'
import { request } from '#client/lib/request.ts'
import { dotted } from '#client/ui/text/dotted.ts'

/**
 * Sends a command on one person. The roster is refetched even after a refusal: someone else may have acted, or the
 * organiser may have lost the role.
 */
export function useRosterCommand() {
  const cache = useQueryClient()
  return async (command: Promise<RosterOutcome>) => {
    try {
      return await command
    } finally {
      void invalidateEvents(cache)
    }
  }
}

/** A member who can be added, with the state of their RSVP. */
export interface Candidate extends PersonChoice {
  state: RosterCandidate['state'] | undefined
  version: number
}

export const rosterCandidates = (eventId: string): PersonSource<Candidate> => ({
  queryKey: ['events', 'roster-candidates', eventId],
  minLetters: 2,
  async load(q, signal) {
    const { items } = await request('GET /api/events/:eventId/roster/candidates', {
      params: { eventId },
      query: { q },
      signal,
    })
    return items.map(({ member, state, version }) => {
      const { detail, ...choice } = choiceOf(member)
      const details = [state && m.rosterFilterName({ filter: state }), detail]
      return { ...choice, detail: dotted(details), state, version }
    })
  },
})

/** Commands on one person on the roster. */
export type EntryCommand = 'message' | 'promote' | 'remove' | 'decline'

/** Whether a party of this size can only get a seat above the limit. */
export const isFullFor = (
  { capacity = Infinity }: Pick<EventDetails, 'capacity'>,
  { going, guests, held }: RosterPage['counts'],
  party = 1,
) => going + guests + held + party > capacity
