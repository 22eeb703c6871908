import type { Clock } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts'
import type { Store } from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './collection.ts'
import { putAnswer } from './writing.ts'

interface Deps {
  store: Store
  clock: Clock
  eventMutex: KeyedMutex
}

export interface Arrival {
  memberId: string
  /** ISO instant. */
  at: string
}

export interface Arrived {
  result: 'checkedIn' | 'alreadyCheckedIn' | 'noSeat'
  /** Undefined for those who never answered. */
  guests?: number
  checkedInAt?: string
}

/** What those who run an event note of its answers. */
export function createRsvpOrganising({ store, clock, eventMutex }: Deps) {
  return {
    /**
     * Notes who came, if they have a seat. The earliest time counts, in whatever order scanners report: so the same
     * report can be sent twice. In the order of `arrivals`, at most 500.
     */
    arrive: (eventId: string, arrivals: readonly Arrival[], by: string): Promise<Arrived[]> =>
      eventMutex(eventId, () =>
        store.transact(async (tx) => {
          const ids = arrivals.map(({ memberId }) => joinedId(eventId, memberId))
          const found = await tx.getMany(rsvps, [...new Set(ids)])
          const answers = new Map(found.flatMap((rsvp) => (rsvp ? [[rsvp.id, rsvp]] : [])))
          const noted = new Map<string, RsvpDocument>()
          const results = arrivals.map(({ at }, index): Arrived => {
            const before = noted.get(ids[index]!) ?? answers.get(ids[index]!)
            if (before?.state !== 'going')
              return { result: 'noSeat', ...(before && { guests: before.guests }) }
            const after = arrivedAt(before, at, by)
            if (after !== before) noted.set(after.id, after)
            const result = before.checkedInAt ? 'alreadyCheckedIn' : 'checkedIn'
            return { result, guests: after.guests, ...checkedIn(after) }
          })
          for (const rsvp of noted.values()) putAnswer(tx, rsvp, clock())
          return results
        }),
      ),

    /** Takes back that someone came; succeeds when nobody said so. */
    undoArrival: (eventId: string, memberId: string): Promise<void> =>
      eventMutex(eventId, () =>
        store.transact(async (tx) => {
          const rsvp = await tx.get(rsvps, joinedId(eventId, memberId))
          if (!rsvp?.checkedInAt) return
          const { checkedInAt: _, checkedInBy: __, ...rest } = rsvp
          putAnswer(tx, rest, clock())
        }),
      ),
  }
}

/** The answer with the arrival noted, or itself where that changes nothing. */
const arrivedAt = (before: RsvpDocument, at: string, by: string): RsvpDocument =>
  before.checkedInAt && before.checkedInAt <= at ? before : { ...before, checkedInAt: at, checkedInBy: by }

const checkedIn = (rsvp?: RsvpDocument) => (rsvp?.checkedInAt ? { checkedInAt: rsvp.checkedInAt } : {})
