import { setImmediate as nextTurn } from 'node:timers/promises'

import type { MemberCard } from '#shared/members.ts'
import { FORMER_MEMBER } from '#shared/profile.ts'

/** Reads the cards of any number of members, and returns each by id; a former member's for an unknown id. */
export type CardLookup = (ids: readonly string[]) => Promise<(id: string) => MemberCard>

const BATCH = 500

/** @param cards of those of these members who exist; at most 500 at once */
export const createCardLookup =
  (cards: (ids: readonly string[]) => Promise<MemberCard[]>): CardLookup =>
  async (ids) => {
    const found = new Map<string, MemberCard>()
    const distinct = [...new Set(ids)]
    for (let at = 0; at < distinct.length; at += BATCH) {
      // Reading 10,000 cards takes a while: other requests get a turn after each batch.
      if (at > 0) await nextTurn()
      for (const card of await cards(distinct.slice(at, at + BATCH))) found.set(card.id, card)
    }
    return (id) => found.get(id) ?? { id, displayName: FORMER_MEMBER }
  }
