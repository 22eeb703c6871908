import { allOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RosterAnswer } from './types.ts'
import { createChangeFeed } from '#server/search/change-feed.ts'
import type { Store } from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './collection.ts'
import { hasRunOut } from './seats.ts'

export function createRosterAnswers({ store, clock }: { store: Pick<Store, 'find'>; clock: Clock }) {
  return {
    /** Every answer to the event, in the order in which they were given. */
    async rosterAnswers(eventId: string): Promise<RosterAnswer[]> {
      const all = await allOf(store, rsvps, { where: { event: eventId }, orderBy: 'answeredAt' })
      const now = clock()
      return all.map((rsvp) => rosterAnswer(rsvp, now))
    },

    /** What is returned tells every answer when it is called for the first time, and then each that is another. */
    trackRoster(eventId: string, tell: (answer: RosterAnswer) => void): () => Promise<void> {
      const offers = new Map<string, RsvpDocument>()
      const { sync } = createChangeFeed({
        store,
        clock,
        collection: rsvps,
        where: { event: eventId },
        allBy: 'answeredAt',
        freshFor: 0,
        apply(id, rsvp) {
          // Answers are never deleted.
          if (!rsvp) return
          if (rsvp.state === 'offered') offers.set(id, rsvp)
          else offers.delete(id)
          tell(rosterAnswer(rsvp, clock()))
        },
      })
      return async () => {
        await sync()
        for (const [id, offer] of offers) {
          if (!hasRunOut(offer, clock())) continue
          offers.delete(id)
          tell(rosterAnswer(offer, clock()))
        }
      }
    },
  }
}

function rosterAnswer(rsvp: RsvpDocument, now: number): RosterAnswer {
  const { member, answeredAt } = rsvp
  if (hasRunOut(rsvp, now)) return { member, state: 'declined', guests: 0, answeredAt, lapsed: true }
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
