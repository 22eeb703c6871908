import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { CheckInList } from '#shared/check-in.ts'
import type { RosterRsvp } from '#server/features/rsvps/types.ts'
import type { CardLookup } from '#server/lib/card-lookup.ts'

import type { CheckInCodes } from './codes.ts'

interface Deps {
  codes: CheckInCodes
  /** The same array until one of them changes. */
  rosterRsvps: (eventId: string) => Promise<readonly RosterRsvp[]>
  lookUpCards: CardLookup
  /** Another number after each change of any member. */
  memberChanges: () => Promise<number>
}

interface Kept {
  rsvps: readonly RosterRsvp[]
  changes: number
  codeHashes: Map<string, string>
  list: Promise<CheckInList>
}

/** In all lists; a thousand take less than a megabyte, their text included. */
const MAX_RSVPS = 30_000

/**
 * Check-in lists, each kept until an RSVP to its event or any member changes: to make one of a thousand takes milliseconds,
 * and many devices ask for it, again and again.
 */
export function createLists({ codes, rosterRsvps, lookUpCards, memberChanges }: Deps) {
  const lists = new LRUCache<string, Kept>({
    maxSize: MAX_RSVPS,
    sizeCalculation: ({ rsvps }) => 1 + rsvps.length,
  })

  async function make(eventId: string, { rsvps, codeHashes }: Pick<Kept, 'rsvps' | 'codeHashes'>) {
    const seated = rsvps.filter(({ state }) => state === 'going')
    const cardOf = await lookUpCards(seated.map(({ member }) => member))
    const attendees = seated.map(({ member, guests, checkedInAt }) => ({
      member: cardOf(member),
      guests,
      ...(checkedInAt && { checkedInAt }),
    }))
    const codeHashOf = (id: string) =>
      codeHashes.getOrInsertComputed(id, () => sha256(codes.codeOf(eventId, id)))
    return {
      // One code for all: they change together, with the secret.
      revision: sha256(JSON.stringify([codes.codeOf(eventId, ''), attendees])),
      items: attendees.map((attendee) => ({ ...attendee, codeHash: codeHashOf(attendee.member.id) })),
    }
  }

  return async (eventId: string): Promise<CheckInList> => {
    const [rsvps, changes] = await Promise.all([rosterRsvps(eventId), memberChanges()])
    const kept = lists.get(eventId)
    if (kept?.rsvps === rsvps && kept.changes === changes) return kept.list
    const codeHashes = kept?.codeHashes ?? new Map<string, string>()
    const list = make(eventId, { rsvps, codeHashes })
    lists.set(eventId, { rsvps, changes, codeHashes, list })
    list.catch(() => lists.delete(eventId))
    return list
  }
}

const sha256 = (text: string) => hash('sha256', text)
