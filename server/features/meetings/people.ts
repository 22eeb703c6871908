import type { MeetingPeople } from '#shared/meetings.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Store } from '#server/store/port.ts'
import { isWordless, prefixesOf } from '#server/views/words.ts'

import { connectionsNamed } from './queries.ts'

export interface PeopleDeps {
  store: Store
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
export function createPeople({ store, reasonsWith, cards }: PeopleDeps) {
  return async (viewerId: string, q = ''): Promise<MeetingPeople> => {
    if (isWordless(q)) return { items: [] }
    const found = connectionsNamed(await store.views(), viewerId, prefixesOf(q), MAX_COMPARED)
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
