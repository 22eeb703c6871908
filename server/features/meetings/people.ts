import type { MeetingPeople } from '#shared/meetings.ts'
import type { MemberCard } from '#shared/members.ts'
import { isWordless, matchesTokens, tokenise } from '#server/views/words.ts'

import type { Command } from './state.ts'

export interface PeopleDeps {
  /** Latest first. From memory. */
  connectedIds: (memberId: string) => Promise<readonly string[]>
  /** By id. From memory. */
  memberNames: () => Promise<ReadonlyMap<string, string>>
  /** What each could do for the member or the other way round, best first, with points to compare by. From memory. */
  reasonsWith: (
    memberId: string,
    others: readonly string[],
  ) => Promise<ReadonlyMap<string, { reasons: string[]; points: number }>>
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
}

const MAX_SHOWN = 24
/** Connections that are compared with the member; the latest ones. */
const MAX_COMPARED = 200

/** Whom a member can invite. */
export function createPeople({
  connectedIds,
  memberNames,
  reasonsWith,
  cards,
  meetableFor,
}: PeopleDeps & { meetableFor: (viewerId: string) => Promise<Command['isPresent']> }) {
  return async (viewerId: string, q = ''): Promise<MeetingPeople> => {
    if (isWordless(q)) return { items: [] }
    const [connected, names, isPresent] = await Promise.all([
      connectedIds(viewerId),
      memberNames(),
      meetableFor(viewerId),
    ])
    const tokens = tokenise(q)
    const matches = (id: string) => tokens.length === 0 || matchesTokens(tokens, names.get(id) ?? '')
    const found = connected.filter((id) => isPresent(id) && matches(id)).slice(0, MAX_COMPARED)
    const reasons = await reasonsWith(viewerId, found)
    const pointsOf = (id: string) => reasons.get(id)?.points ?? 0
    const best = found.toSorted((a, b) => pointsOf(b) - pointsOf(a)).slice(0, MAX_SHOWN)
    const shown = new Map((await cards(viewerId, best)).map((card) => [card.id, card]))
    return {
      items: best.flatMap((id) => {
        const member = shown.get(id)
        return member ? [{ member, reasons: reasons.get(id)?.reasons ?? [] }] : []
      }),
    }
  }
}
