import type { RosterEntry } from '#shared/event-organising.ts'
import type { RsvpState } from '#shared/event-rules.ts'
import type { MemberCard } from '#shared/members.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'

import type { OrganisedEvent } from './managed-event.ts'

export interface RosterAnswer {
  member: string
  state: RsvpState
  guests: number
  answeredAt: string
  /** 1 is first; only while waitlisted. */
  position?: number
  /** Until when an offered seat is held. */
  offerUntil?: string
  /** An offered seat ran out. */
  lapsed?: boolean
  checkedInAt?: string
}

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
      for (const card of await cards(distinct.slice(at, at + MOST_AT_ONCE))) found.set(card.id, card)
    }
    return (id) => found.get(id) ?? { id, displayName: FORMER_MEMBER }
  }

/** The same for everyone who may read the roster. */
export type RosterLine = Omit<RosterEntry, 'hasProfile'>

/** A no-show is known once the event is completed, and only where somebody was at the door. */
export function rosterEntries(
  { status }: Pick<OrganisedEvent, 'status'>,
  answers: readonly RosterAnswer[],
  cards: (id: string) => MemberCard,
): RosterLine[] {
  const counted = status === 'completed' && answers.some(({ checkedInAt }) => checkedInAt !== undefined)
  return answers.map(({ member, ...answer }) => ({
    ...answer,
    member: cards(member),
    noShow: counted && answer.state === 'going' && answer.checkedInAt === undefined,
  }))
}
