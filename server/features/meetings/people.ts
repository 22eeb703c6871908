import type { MeetingPeople } from '#shared/meetings.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Store } from '#server/store/port.ts'
import { isWordless, prefixesOf } from '#server/views/words.ts'

import { connectionsNamed } from './queries.ts'

export interface PeopleDeps {
  store: Store
  /** What each could do for the member or the other way round, best first, with points to compare by. */
  reasonsWith: (
    memberId: string,
    others: readonly string[],
  ) => Promise<ReadonlyMap<string, { reasons: string[]; points: number }>>
}

const MAX_SHOWN = 24
/** Connections that are compared with the member; the latest ones. */
const MAX_COMPARED = 200

/** Whom a member can invite. */
export function createPeople({ store, reasonsWith }: PeopleDeps) {
  return async (viewerId: string, q = ''): Promise<MeetingPeople> => {
    if (isWordless(q)) return { items: [] }
    const found = connectionsNamed(await store.views(), viewerId, prefixesOf(q), MAX_COMPARED)
    const reasons = await reasonsWith(
      viewerId,
      found.map(({ id }) => id),
    )
    const pointsOf = ({ id }: { id: string }) => reasons.get(id)?.points ?? 0
    const best = found.toSorted((a, b) => pointsOf(b) - pointsOf(a)).slice(0, MAX_SHOWN)
    return {
      items: best.map(({ id, card }) => ({
        member: JSON.parse(card) as MemberCard,
        reasons: reasons.get(id)?.reasons ?? [],
      })),
    }
  }
}
