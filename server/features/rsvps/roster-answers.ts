import { allOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RosterAnswer, RosterTracking } from './types.ts'
import type { Store } from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './collection.ts'
import { isExpired } from './seats.ts'

export function createRosterAnswers({
  store,
  clock,
}: {
  store: Pick<Store, 'find' | 'openFeed'>
  clock: Clock
}) {
  return {
    /** Every answer to the event, in the order they were given. */
    async rosterAnswers(eventId: string): Promise<RosterAnswer[]> {
      const all = await allOf(store, rsvps, { where: { event: eventId }, orderBy: 'answeredAt' })
      const now = clock()
      return all.map((rsvp) => toRosterAnswer(rsvp, now))
    },

    /**
     * `sync` passes every answer to `onAnswer` when it is called first, and later those that have changed. It reflects
     * every commit before the call.
     */
    trackRoster(eventId: string, onAnswer: (answer: RosterAnswer) => void): RosterTracking {
      const offers = new Map<string, RsvpDocument>()
      const { sync, close } = store.openFeed(
        rsvps,
        {
          put(rsvp) {
            if (rsvp.state === 'offered') offers.set(rsvp.id, rsvp)
            else offers.delete(rsvp.id)
            onAnswer(toRosterAnswer(rsvp, clock()))
          },
          // RSVPs are never deleted.
          remove() {},
          reset() {},
        },
        { where: { event: eventId } },
      )
      return {
        close,
        async sync() {
          await sync()
          for (const [id, offer] of offers) {
            if (!isExpired(offer, clock())) continue
            offers.delete(id)
            onAnswer(toRosterAnswer(offer, clock()))
          }
        },
      }
    },
  }
}

function toRosterAnswer(rsvp: RsvpDocument, now: number): RosterAnswer {
  const { member, answeredAt } = rsvp
  if (isExpired(rsvp, now)) return { member, state: 'declined', guests: 0, answeredAt, lapsed: true }
  const { state, guests, ticket, offerUntil, lapsed, checkedInAt } = rsvp
  return {
    member,
    state,
    guests,
    answeredAt,
    ...(state === 'waitlisted' && ticket !== undefined && { ticket }),
    ...(offerUntil && { offerUntil }),
    ...(lapsed && { lapsed }),
    ...(checkedInAt && { checkedInAt }),
  }
}
