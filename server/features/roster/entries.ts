import { type EventStatus, RSVP_STATES } from '#shared/event-rules.ts'
import type { RosterAnswer } from '#server/features/rsvps/types.ts'
import { comparePositions } from '#server/search/cursor.ts'
import { fold } from '#server/search/tokens.ts'

/** What a roster needs of its event. */
export interface RosterEvent {
  id: string
  status: EventStatus
  title: string
  /** IANA name. */
  timeZone: string
}

/** An answer as the roster shows it. */
export interface RosterRow extends Omit<RosterAnswer, 'ticket'> {
  /** 1 is first; only while waitlisted. */
  position?: number
  noShow: boolean
}

/** Sorts by state, the waitlist in its order, everyone else by name. */
export const rosterKey = ({ state, ticket = 0 }: RosterAnswer, name: string) =>
  `${RSVP_STATES.indexOf(state)}${String(ticket).padStart(9, '0')}${fold(name)}`

export const inRosterOrder = (answers: readonly RosterAnswer[], nameOf: (memberId: string) => string) =>
  answers
    .map((answer) => ({ answer, id: answer.member, key: rosterKey(answer, nameOf(answer.member)) }))
    .toSorted(comparePositions)
    .map(({ answer }) => answer)

/** Turns each answer into a row; positions and no-shows depend on all answers together. */
export function createRowFormat(event: Pick<RosterEvent, 'status'>, answers: readonly RosterAnswer[]) {
  const isNoShow = noShowsOf(event, answers)
  const positions = waitlistPositions(answers)
  return {
    isNoShow,
    rowOf(answer: RosterAnswer): RosterRow {
      const { ticket: _, ...shown } = answer
      const position = positions.get(answer.member)
      return { ...shown, ...(position && { position }), noShow: isNoShow(answer) }
    },
  }
}

/** There are no-shows once the event is completed, and only if anyone was checked in. */
function noShowsOf({ status }: Pick<RosterEvent, 'status'>, answers: readonly RosterAnswer[]) {
  const counted = status === 'completed' && answers.some(({ checkedInAt }) => checkedInAt !== undefined)
  return ({ state, checkedInAt }: RosterAnswer) => counted && state === 'going' && checkedInAt === undefined
}

function waitlistPositions(answers: readonly RosterAnswer[]) {
  const waitlist = answers.filter(({ state }) => state === 'waitlisted')
  const byTicket = waitlist.toSorted((a, b) => (a.ticket ?? 0) - (b.ticket ?? 0))
  return new Map(byTicket.map(({ member }, at) => [member, at + 1]))
}
