import { isoInstant } from '#server/lib/clock.ts'
import { defineView } from '#server/views/view.ts'

import { type RsvpDocument, rsvps } from './collection.ts'
import { OFFER_GRACE, removalReasonOf } from './seats.ts'

/** Every RSVP. An offer stays `offered` until its event is reconciled: after `expiresAt` it counts as declined. */
export const rsvpView = defineView({
  of: rsvps,
  name: 'rsvp',
  columns: {
    event: 'TEXT NOT NULL',
    member: 'TEXT NOT NULL',
    state: 'TEXT NOT NULL',
    guests: 'INTEGER NOT NULL',
    ticket: 'INTEGER',
    answeredAt: 'TEXT NOT NULL',
    offerUntil: 'TEXT',
    expiresAt: 'TEXT',
    version: 'INTEGER',
    lapsed: 'INTEGER',
    removalReason: 'TEXT',
    checkedInAt: 'TEXT',
    /** The event's. */
    startsAt: 'TEXT NOT NULL',
  },
  indexes: ['member, event, state', 'event, state, ticket, member', 'event, state, checkedInAt'],
  /** How full events are. */
  counts: { rsvpCount: { of: 'rsvp', by: ['event', 'state', 'guests'] } },
  rowsOf(rsvp: RsvpDocument) {
    const { event, member, state, guests, ticket, answeredAt, offerUntil, version, lapsed } = rsvp
    const { checkedInAt, startsAt } = rsvp
    return {
      rsvp: {
        event,
        member,
        state,
        guests,
        ticket,
        answeredAt,
        offerUntil,
        expiresAt:
          state === 'offered' && offerUntil ? isoInstant(Date.parse(offerUntil) + OFFER_GRACE) : undefined,
        version,
        lapsed,
        removalReason: removalReasonOf(rsvp),
        checkedInAt,
        startsAt,
      },
    }
  },
})
