import { type EventStatus, RSVP_STATES } from '#shared/event-rules.ts'
import type { RosterRsvp } from '#server/features/rsvps/types.ts'
import { comparePositions } from '#server/views/cursor.ts'
import { fold } from '#server/views/words.ts'

/** What a roster needs of its event. */
export interface RosterEvent {
  id: string
  status: EventStatus
  title: string
  /** IANA name. */
  timeZone: string
}

/** An RSVP as the roster shows it. */
export interface RosterRow extends Omit<RosterRsvp, 'ticket'> {
  /** 1 is first; only while waitlisted. */
  position?: number
  noShow: boolean
}

/** Sorts by state, the waitlist in its order, everyone else by name. */
export const rosterKey = ({ state, ticket = 0 }: RosterRsvp, name: string) =>
  `${RSVP_STATES.indexOf(state)}${String(ticket).padStart(9, '0')}${fold(name)}`

export const inRosterOrder = (rsvps: readonly RosterRsvp[], nameOf: (memberId: string) => string) =>
  rsvps
    .map((rsvp) => ({ rsvp, id: rsvp.member, key: rosterKey(rsvp, nameOf(rsvp.member)) }))
    .toSorted(comparePositions)
    .map(({ rsvp }) => rsvp)

/** Turns each RSVP into a row; positions and no-shows depend on all RSVPs together. */
export function createRowFormat(event: Pick<RosterEvent, 'status'>, rsvps: readonly RosterRsvp[]) {
  const isNoShow = noShowsOf(event, rsvps)
  const positions = waitlistPositions(rsvps)
  return {
    isNoShow,
    rowOf(rsvp: RosterRsvp): RosterRow {
      const { ticket: _, ...shown } = rsvp
      const position = positions.get(rsvp.member)
      return { ...shown, ...(position && { position }), noShow: isNoShow(rsvp) }
    },
  }
}

/** There are no-shows once the event is completed, and only if anyone was checked in. */
function noShowsOf({ status }: Pick<RosterEvent, 'status'>, rsvps: readonly RosterRsvp[]) {
  const counted = status === 'completed' && rsvps.some(({ checkedInAt }) => checkedInAt !== undefined)
  return ({ state, checkedInAt }: RosterRsvp) => counted && state === 'going' && checkedInAt === undefined
}

function waitlistPositions(rsvps: readonly RosterRsvp[]) {
  const waitlist = rsvps.filter(({ state }) => state === 'waitlisted')
  const byTicket = waitlist.toSorted((a, b) => (a.ticket ?? 0) - (b.ticket ?? 0))
  return new Map(byTicket.map(({ member }, at) => [member, at + 1]))
}
