import type { MeetingPeople } from '#shared/meetings/schema.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Store } from '#server/store/port.ts'
import { isWordless, prefixesOf } from '#shared/lib/words.ts'
import { parseCard } from '#server/views/cards.ts'

import { connectionsNamed } from './queries.ts'

interface Deps {
  store: Store
  people: People
}

const MAX_SHOWN = 24
/** Maximum connections that are compared with the member; the latest ones. */
const MAX_COMPARED = 200

/** Members whom a member can invite. */
export function createPeople({ store, people }: Deps) {
  return async (viewerId: string, q = ''): Promise<MeetingPeople> => {
    if (isWordless(q)) return { items: [] }
    const found = connectionsNamed(await store.views(), viewerId, prefixesOf(q), MAX_COMPARED)
    const reasons = await people.suggestions.exchangesWith(
      viewerId,
      found.map(({ id }) => id),
    )
    const pointsOf = ({ id }: { id: string }) => reasons.get(id)?.points ?? 0
    const best = found.toSorted((a, b) => pointsOf(b) - pointsOf(a)).slice(0, MAX_SHOWN)
    return {
      items: best.map(({ id, card }) => ({
        member: parseCard(card),
        reasons: reasons.get(id)?.reasons ?? [],
      })),
    }
  }
}
