import type { RsvpState } from '#shared/event-rules.ts'
import { allOf, eachOf } from '#server/lib/all-of.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { RosterRsvp, RosterTracking } from './types.ts'
import type { Store } from '#server/store/port.ts'

import { type RsvpDocument, rsvps } from './collection.ts'
import { isExpired, removalReasonOf } from './seats.ts'

export function createRosterRsvps({
  store,
  clock,
}: {
  store: Pick<Store, 'find' | 'openFeed'>
  clock: Clock
}) {
  return {
    /** RSVPs that were given after `after` and no later than `until` (ISO instants), by event id. */
    async answersBetween(after: string, until: string) {
      const answers = new Map<string, { state: RsvpState; by: string }[]>()
      const given = eachOf(store, rsvps, { orderBy: 'answeredAt', range: { gt: after, lte: until } })
      for await (const { event, state, member, command } of given)
        answers.getOrInsertComputed(event, () => []).push({ state, by: command?.by ?? member })
      return answers
    },

    /** Every RSVP to the event, in the order they were made. */
    async rosterRsvps(eventId: string): Promise<RosterRsvp[]> {
      const all = await allOf(store, rsvps, { where: { event: eventId }, orderBy: 'answeredAt' })
      const now = clock()
      return all.map((rsvp) => toRosterRsvp(rsvp, now))
    },

    /**
     * `sync` passes every RSVP to `onRsvp` when it is called first, and later those that have changed. It reflects
     * every commit before the call.
     */
    trackRoster(eventId: string, onRsvp: (rsvp: RosterRsvp) => void): RosterTracking {
      const offers = new Map<string, RsvpDocument>()
      const { sync, close } = store.openFeed(
        rsvps,
        {
          put(rsvp) {
            if (rsvp.state === 'offered') offers.set(rsvp.id, rsvp)
            else offers.delete(rsvp.id)
            onRsvp(toRosterRsvp(rsvp, clock()))
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
            onRsvp(toRosterRsvp(offer, clock()))
          }
        },
      }
    },
  }
}

function toRosterRsvp(rsvp: RsvpDocument, now: number): RosterRsvp {
  const { member, answeredAt } = rsvp
  const version = rsvp.version ?? 0
  if (isExpired(rsvp, now)) return { member, state: 'declined', guests: 0, version, answeredAt, lapsed: true }
  const { state, guests, ticket, offerUntil, lapsed, checkedInAt } = rsvp
  const removalReason = removalReasonOf(rsvp)
  return {
    member,
    state,
    guests,
    version,
    answeredAt,
    ...(state === 'waitlisted' && ticket !== undefined && { ticket }),
    ...(offerUntil && { offerUntil }),
    ...(lapsed && { lapsed }),
    ...(removalReason && { removalReason }),
    ...(checkedInAt && { checkedInAt }),
  }
}
