import { Type, type Static } from 'typebox'

import { ROSTER_PLACES, RSVP_STATES } from '#shared/events/rules.ts'
import { defineCollection, type DocumentOf } from '#server/store/port.ts'

/**
 * Seat counts of an event with a limit. Small, because every seat change rewrites it; missing until the first RSVP.
 * Without a limit nothing depends on the counts, so none are stored and RSVPs share no document.
 */
const EventSeatsSchema = Type.Object({
  /** The event's id. */
  id: Type.String(),
  /** Seats of members who are going, guests included. */
  going: Type.Integer({ minimum: 0 }),
  /** Seats held for offers, guests included. */
  held: Type.Integer({ minimum: 0 }),
  /** People on the waitlist, without their guests. */
  waiting: Type.Integer({ minimum: 0 }),
  /** The last ticket that was issued. */
  lastTicket: Type.Integer({ minimum: 0 }),
})
export type EventSeats = Static<typeof EventSeatsSchema>

export const eventSeats = defineCollection({ name: 'event-seats', schema: EventSeatsSchema })

/** An organiser's command on an RSVP. */
const OrganiserCommandSchema = Type.Object({
  kind: Type.Enum(['add', 'remove', 'promote', 'accept', 'decline']),
  by: Type.String(),
  /** Reason for a removal or a promotion; note about a declined request. */
  reason: Type.Optional(Type.String()),
  /** Place of an addition. */
  place: Type.Optional(Type.Enum([...ROSTER_PLACES])),
  /** Whether a promotion goes above the limit. */
  aboveLimit: Type.Optional(Type.Boolean()),
})
export type OrganiserCommand = Static<typeof OrganiserCommandSchema>

const RsvpDocumentSchema = Type.Object({
  /** `joinedId(event, member)`. */
  id: Type.String(),
  event: Type.String(),
  member: Type.String(),
  state: Type.Enum([...RSVP_STATES]),
  guests: Type.Integer({ minimum: 0 }),
  /**
   * The order of seats and of the waitlist. Only while going, waitlisted or offered. In an event without a limit,
   * the time of the RSVP in milliseconds, which replicas may issue twice.
   */
  ticket: Type.Optional(Type.Integer()),
  answeredAt: Type.String(),
  /** Identifies the member's last choice; undefined for one from an earlier release. */
  choiceId: Type.Optional(Type.String()),
  /** Expiry of the offer. Only while offered, and removed when the event is cancelled or hidden. */
  offerUntil: Type.Optional(Type.String()),
  /** Increases by one with each change; undefined before the first. */
  version: Type.Optional(Type.Integer()),
  /** The last command, until the member gives up or gets a place in another way. */
  command: Type.Optional(OrganiserCommandSchema),
  /** The member's note to the organisers. Only while requested. */
  requestNote: Type.Optional(Type.String()),
  /** True after a decline because an offer expired. */
  lapsed: Type.Optional(Type.Boolean()),
  /** True after a decline because no organiser answered the request before the event ended. */
  requestExpired: Type.Optional(Type.Boolean()),
  /** The earliest arrival, and the organiser who reported it. */
  checkedInAt: Type.Optional(Type.String()),
  checkedInBy: Type.Optional(Type.String()),
  /** The time that a device with a wrong clock sent. */
  checkedInSentAt: Type.Optional(Type.String()),
  /** Further arrivals, in order: the next one counts when the first is undone. */
  laterArrivals: Type.Optional(
    Type.Array(Type.Object({ at: Type.String(), by: Type.String(), sentAt: Type.Optional(Type.String()) })),
  ),
  /** The event's start, by which a member's RSVPs are sorted. Updated when the event is moved. */
  startsAt: Type.String(),
})
export type RsvpDocument = Static<typeof RsvpDocumentSchema>

export const rsvps = defineCollection({
  name: 'rsvps',
  schema: RsvpDocumentSchema,
  indexes: [
    { order: 'answeredAt' },
    { equal: ['checkedInBy'], order: 'checkedInAt' },
    { equal: ['event'], order: 'checkedInAt' },
    { equal: ['event'], order: 'startsAt' },
    { equal: ['event', 'state'], order: 'guests', directions: ['desc'] },
    { equal: ['event', 'state'], order: 'offerUntil' },
    { equal: ['event', 'state'], order: 'ticket' },
    { equal: ['member'], order: 'startsAt' },
    { equal: ['state'], order: 'offerUntil' },
    { equal: ['state'], order: 'startsAt' },
  ],
  hasFeed: true,
})

/**
 * Members who got a seat before others who waited longer, with the reason, which is shown to those who still wait.
 */
export const waitlistPromotions = defineCollection({
  name: 'waitlist-promotions',
  schema: Type.Object({
    /** `joinedId` of the RSVP's id and its ticket. */
    id: Type.String(),
    event: Type.String(),
    member: Type.String(),
    /** Members who were passed over and still wait have a lower one. */
    ticket: Type.Integer(),
    reason: Type.String(),
    by: Type.String(),
    at: Type.String(),
  }),
  indexes: [],
  hasFeed: true,
})

export type WaitlistPromotion = DocumentOf<typeof waitlistPromotions>

/** Events that were moved, until all of their RSVPs have the new start. The id is the event's. */
export const movedEvents = defineCollection({
  name: 'moved-events',
  schema: Type.Object({
    id: Type.String(),
    /** ISO instant: until then another replica reschedules them. */
    leasedUntil: Type.Optional(Type.String()),
  }),
})
