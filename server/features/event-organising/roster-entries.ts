import { setImmediate as turnOfOthers } from 'node:timers/promises'

import { RSVP_STATES } from '#shared/event-rules.ts'
import type { MemberCard } from '#shared/members.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'
import type { RosterAnswer } from '#server/lib/roster-answer.ts'
import { inOrder } from '#server/search/cursor.ts'
import { fold } from '#server/search/words.ts'

import type { OrganisedEvent } from './managed-event.ts'

/** Reads who they are, and then says so one by one, of everyone. */
export type CardsOf = (ids: readonly string[]) => Promise<(id: string) => MemberCard>

const MOST_AT_ONCE = 500

/** @param cards of those who are known, whatever they are to the viewer; at most 500 at once */
export const createCardsOf =
  (cards: (ids: readonly string[]) => Promise<MemberCard[]>): CardsOf =>
  async (ids) => {
    const found = new Map<string, MemberCard>()
    const distinct = [...new Set(ids)]
    for (let at = 0; at < distinct.length; at += MOST_AT_ONCE) {
      // Ten thousand are to be read: others wait for one part of them, not for all.
      if (at > 0) await turnOfOthers()
      for (const card of await cards(distinct.slice(at, at + MOST_AT_ONCE))) found.set(card.id, card)
    }
    return (id) => found.get(id) ?? { id, displayName: FORMER_MEMBER }
  }

/** By answer, the waitlist in its order, everyone else by name. */
export const rosterKey = ({ state, ticket = 0 }: RosterAnswer, name: string) =>
  `${RSVP_STATES.indexOf(state)}${String(ticket).padStart(9, '0')}${fold(name)}`

export const inRosterOrder = (answers: readonly RosterAnswer[], nameOf: (memberId: string) => string) =>
  answers
    .map((answer) => ({ answer, id: answer.member, key: rosterKey(answer, nameOf(answer.member)) }))
    .toSorted(inOrder)
    .map(({ answer }) => answer)

export interface RosterLine extends Omit<RosterAnswer, 'ticket'> {
  /** 1 is first; only while waitlisted. */
  position?: number
  noShow: boolean
}

/** How each answer reads among all of them. */
export function readAmong(event: Pick<OrganisedEvent, 'status'>, answers: readonly RosterAnswer[]) {
  const isNoShow = noShowsOf(event, answers)
  const places = placesIn(answers)
  return {
    isNoShow,
    lineOf(answer: RosterAnswer): RosterLine {
      const { ticket: _, ...shown } = answer
      const position = places.get(answer.member)
      return { ...shown, ...(position && { position }), noShow: isNoShow(answer) }
    },
  }
}

/** A no-show is known once the event is completed, and only where somebody was at the door. */
function noShowsOf({ status }: Pick<OrganisedEvent, 'status'>, answers: readonly RosterAnswer[]) {
  const counted = status === 'completed' && answers.some(({ checkedInAt }) => checkedInAt !== undefined)
  return ({ state, checkedInAt }: RosterAnswer) => counted && state === 'going' && checkedInAt === undefined
}

function placesIn(answers: readonly RosterAnswer[]) {
  const waitlist = answers.filter(({ state }) => state === 'waitlisted')
  const byTicket = waitlist.toSorted((a, b) => (a.ticket ?? 0) - (b.ticket ?? 0))
  return new Map(byTicket.map(({ member }, at) => [member, at + 1]))
}
