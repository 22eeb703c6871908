import { isoInstant } from '#server/lib/clock.ts'
import { defineView } from '#server/views/view.ts'

import { type RsvpDocument, rsvps, type WaitlistPromotion, waitlistPromotions } from './seats/collection.ts'
import { declineNoteOf, expiryOf, removalReasonOf } from './seats/seats.ts'

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
    requestExpired: 'INTEGER',
    requestNote: 'TEXT',
    removalReason: 'TEXT',
    /** The organiser's note about the declined request, which may be empty. */
    declineNote: 'TEXT',
    checkedInAt: 'TEXT',
    choiceId: 'TEXT',
    /** Start of the event. */
    startsAt: 'TEXT NOT NULL',
  },
  indexes: [
    'member, event, state, ticket',
    'member, state, startsAt, event, ticket',
    'event, state, ticket, member',
    'event, state, checkedInAt',
  ],
  /** Numbers for seat counts. */
  counts: { rsvpCount: { of: 'rsvp', by: ['event', 'state', 'guests'] } },
  rowsOf(rsvp: RsvpDocument) {
    const { event, member, state, guests, ticket, answeredAt, offerUntil, version, lapsed } = rsvp
    const { requestExpired, requestNote, checkedInAt, choiceId, startsAt } = rsvp
    const expiry = expiryOf(rsvp)
    return {
      rsvp: {
        event,
        member,
        state,
        guests,
        ticket,
        answeredAt,
        offerUntil,
        expiresAt: expiry && isoInstant(expiry),
        version,
        lapsed,
        requestExpired,
        requestNote,
        removalReason: removalReasonOf(rsvp),
        declineNote: declineNoteOf(rsvp),
        checkedInAt,
        choiceId,
        startsAt,
      },
    }
  },
})

/** Promotions past others on the waitlist, with the reason for those who still wait. */
export const waitlistPromotionView = defineView({
  of: waitlistPromotions,
  name: 'waitlistPromotion',
  columns: {
    event: 'TEXT NOT NULL',
    ticket: 'INTEGER NOT NULL',
    reason: 'TEXT NOT NULL',
    at: 'TEXT NOT NULL',
  },
  indexes: ['event, at, ticket'],
  rowsOf: ({ event, ticket, reason, at }: WaitlistPromotion) => ({
    waitlistPromotion: { event, ticket, reason, at },
  }),
})
