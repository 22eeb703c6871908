import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { CheckInList } from '#shared/check-in.ts'
import type { Store } from '#server/store/port.ts'
import { cardFrom } from '#server/views/cards.ts'

import type { CheckInCodes } from './codes.ts'
import { type SeatedRow, seatedMembers } from './queries.ts'

interface Deps {
  store: Pick<Store, 'views'>
  codes: CheckInCodes
}

/** People in all lists; a thousand take less than a megabyte, their text included. */
const MAX_KEPT = 30_000

/**
 * Check-in lists, the last of each event kept: to hash the codes of a thousand takes milliseconds, and many devices ask for
 * the same one.
 */
export function createLists({ store, codes }: Deps) {
  const lists = new LRUCache<string, CheckInList>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ items }) => 1 + items.length,
  })

  const itemOf = (eventId: string, { member, guests, checkedInAt, card }: SeatedRow) => ({
    member: cardFrom(member, card),
    guests,
    ...(checkedInAt !== null && { checkedInAt }),
    codeHash: sha256(codes.codeOf(eventId, member)),
  })

  /** The same object while nothing of it changes. */
  return async (eventId: string): Promise<CheckInList> => {
    const rows = seatedMembers(await store.views(), eventId)
    // One code for all: they change together, with the secret.
    const revision = sha256(JSON.stringify([codes.codeOf(eventId, ''), rows]))
    const kept = lists.get(eventId)
    if (kept?.revision === revision) return kept
    const list = { revision, items: rows.map((row) => itemOf(eventId, row)) }
    lists.set(eventId, list)
    return list
  }
}

const sha256 = (text: string) => hash('sha256', text)
