import { allOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RosterAnswer } from './types.ts'
import { createChangeFeed } from '#server/search/change-feed.ts'
import type { Store } from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './collection.ts'
import { isExpired } from './seats.ts'

export function createRosterAnswers({ store, clock }: { store: Pick<Store, 'find'>; clock: Clock }) {
  return {
    /** Every answer to the event, in the order they were given. */
    async rosterAnswers(eventId: string): Promise<RosterAnswer[]> {
      const all = await allOf(store, rsvps, { where: { event: eventId }, orderBy: 'answeredAt' })
      const now = clock()
      return all.map((rsvp) => toRosterAnswer(rsvp, now))
    },

    /**
     * Returns a function that passes every answer to `onAnswer` when it is called first, and later those that have
     * changed. It reflects every commit before the call.
     */
    trackRoster(eventId: string, onAnswer: (answer: RosterAnswer) => void): () => Promise<void> {
      const offers = new Map<string, RsvpDocument>()
      const { sync } = createChangeFeed({
        store,
        clock,
        collection: rsvps,
        where: { event: eventId },
        firstReadBy: 'answeredAt',
        freshFor: 0,
        apply(id, rsvp) {
          // RSVPs are never deleted.
          if (!rsvp) return
          if (rsvp.state === 'offered') offers.set(id, rsvp)
          else offers.delete(id)
          onAnswer(toRosterAnswer(rsvp, clock()))
        },
      })
      return async () => {
        await sync()
        for (const [id, offer] of offers) {
          if (!isExpired(offer, clock())) continue
          offers.delete(id)
          onAnswer(toRosterAnswer(offer, clock()))
        }
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
