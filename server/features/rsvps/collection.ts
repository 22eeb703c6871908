import { Type, type Static } from 'typebox'

import { ROSTER_PLACES, RSVP_STATES } from '#shared/event-rules.ts'
import { defineCollection } from '#server/store/port.ts'

/**
 * How full an event with a limit is. Small, because every change of a seat rewrites it; absent until someone RSVPs.
 * Without a limit nothing depends on the counts, so nobody keeps them and RSVPs share no document.
 */
const EventSeatsSchema = Type.Object({
  /** The event's id. */
  id: Type.String(),
  /** Seats of those going, guests included. */
  going: Type.Integer({ minimum: 0 }),
  /** Seats held for offers, guests included. */
  held: Type.Integer({ minimum: 0 }),
  /** People on the waitlist, without their guests. */
  waiting: Type.Integer({ minimum: 0 }),
  /** The last one given out. */
  lastTicket: Type.Integer({ minimum: 0 }),
})
export type EventSeats = Static<typeof EventSeatsSchema>

export const eventSeats = defineCollection({ name: 'event-seats', schema: EventSeatsSchema })

/** What an organiser did about an RSVP. */
const OrganiserCommandSchema = Type.Object({
  kind: Type.Enum(['add', 'remove', 'promote']),
  by: Type.String(),
  /** Of a removal and of a promotion. */
  reason: Type.Optional(Type.String()),
  /** Of an addition. */
  place: Type.Optional(Type.Enum([...ROSTER_PLACES])),
  /** Of a promotion. */
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
   * The order of seats and of the waitlist. Only while going, waitlisted or offered. In an event without a limit the
   * time of the RSVP, in milliseconds: replicas may give out the same one.
   */
  ticket: Type.Optional(Type.Integer()),
  answeredAt: Type.String(),
  /** ISO instant of the last write. Rosters in memory read what changed since. */
  changedAt: Type.String(),
  /** When the offer expires. Only while offered, and removed when the event is cancelled or hidden. */
  offerUntil: Type.Optional(Type.String()),
  /** Grows by one with each change; absent before the first, and in earlier versions of this schema. */
  version: Type.Optional(Type.Integer()),
  /** The last one, until the member gives up or gets a place in another way. */
  command: Type.Optional(OrganiserCommandSchema),
  /** Declined because an offer expired. */
  lapsed: Type.Optional(Type.Boolean()),
  /** The earliest arrival, and the organiser who reported it. */
  checkedInAt: Type.Optional(Type.String()),
  checkedInBy: Type.Optional(Type.String()),
  /** Further arrivals, in order: the next one counts when the first is undone. */
  laterArrivals: Type.Optional(Type.Array(Type.Object({ at: Type.String(), by: Type.String() }))),
  /** The event's start, to sort a member's RSVPs by. Follows it when the event is moved. */
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
    { equal: ['event'] },
    { equal: ['event'], order: 'startsAt' },
    { equal: ['event', 'state'], order: 'guests', directions: ['desc'] },
    { equal: ['event', 'state'], order: 'offerUntil' },
    { equal: ['event', 'state'], order: 'ticket' },
    { equal: ['member'], order: 'startsAt' },
    { equal: ['state'], order: 'offerUntil' },
  ],
  feeds: [[]],
  schemaVersion: 2,
  migrate: (document) => addChangedAt(document as Omit<RsvpDocument, 'changedAt'>),
})

/** Who got a seat before others who waited longer, and why. Those who still wait read the reason. */
export const waitlistPromotions = defineCollection({
  name: 'waitlist-promotions',
  schema: Type.Object({
    /** `joinedId` of the RSVP's id and its ticket. */
    id: Type.String(),
    event: Type.String(),
    member: Type.String(),
    /** Those who were passed over and still wait have a lower one. */
    ticket: Type.Integer(),
    reason: Type.String(),
    by: Type.String(),
    at: Type.String(),
  }),
  indexes: [{ equal: ['event'], order: 'ticket' }],
})

/** Version 1 had no `changedAt`. */
const addChangedAt = (rsvp: Omit<RsvpDocument, 'changedAt'>): RsvpDocument => ({
  ...rsvp,
  changedAt: rsvp.answeredAt,
})
