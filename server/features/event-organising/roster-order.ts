import { type RosterFilter, RSVP_STATES } from '#shared/event-rules.ts'
import { inOrder } from '#server/search/cursor.ts'
import { fold } from '#server/search/words.ts'

import type { RosterAnswer } from './roster-entries.ts'

export interface RosterQuery {
  filter?: RosterFilter
  q?: string
  cursor?: string
}

/** By answer, the waitlist in its order, everyone else by name. */
export const rosterKey = ({ state, ticket = 0 }: RosterAnswer, name: string) =>
  `${RSVP_STATES.indexOf(state)}${String(ticket).padStart(9, '0')}${fold(name)}`

export const inRosterOrder = (answers: readonly RosterAnswer[], nameOf: (memberId: string) => string) =>
  answers
    .map((answer) => ({ answer, id: answer.member, key: rosterKey(answer, nameOf(answer.member)) }))
    .toSorted(inOrder)
    .map(({ answer }) => answer)
