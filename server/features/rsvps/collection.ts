import { Type, type Static } from 'typebox'

import { RSVP_STATES } from '#shared/event-rules.ts'
import { defineCollection } from '#server/store/port.ts'

/** How full an event is. Small, since every answer that moves a seat rewrites it; absent until someone answers. */
const EventSeatsSchema = Type.Object({
  /** The event's. */
  id: Type.String(),
  /** Seats of those going, guests included. */
  going: Type.Integer({ minimum: 0 }),
  /** Seats held for those they are offered to, guests included. */
  held: Type.Integer({ minimum: 0 }),
  /** People on the waitlist, guests apart. */
  waiting: Type.Integer({ minimum: 0 }),
  lastTicket: Type.Integer({ minimum: 0 }),
})
export type EventSeats = Static<typeof EventSeatsSchema>

export const eventSeats = defineCollection({ name: 'event-seats', schema: EventSeatsSchema })

const RsvpDocumentSchema = Type.Object({
  /** `joinedId(event, member)`. */
  id: Type.String(),
  event: Type.String(),
  member: Type.String(),
  state: Type.Enum([...RSVP_STATES]),
  guests: Type.Integer({ minimum: 0 }),
  /** The place in the order of seats and of the waitlist. Kept while going, waitlisted or offered. */
  ticket: Type.Optional(Type.Integer()),
  answeredAt: Type.String(),
  /** ISO instant of the last write, by which rosters in memory follow. */
  changedAt: Type.String(),
  /** Until when the seat is held. Only while offered, and not since the event was cancelled. */
  offerUntil: Type.Optional(Type.String()),
  /** Declined by letting an offer run out. */
  lapsed: Type.Optional(Type.Boolean()),
  checkedInAt: Type.Optional(Type.String()),
  checkedInBy: Type.Optional(Type.String()),
  /** The event's, to list a member's answers by it. Rewritten when the event moves. */
  startsAt: Type.String(),
})
export type RsvpDocument = Static<typeof RsvpDocumentSchema>

export const rsvps = defineCollection({
  name: 'rsvps',
  schema: RsvpDocumentSchema,
  indexes: [
    { equal: ['checkedInBy'], order: 'checkedInAt' },
    { equal: ['event'], order: 'answeredAt' },
    { equal: ['event'], order: 'changedAt' },
    { equal: ['event', 'state'], order: 'guests' },
    { equal: ['event', 'state'], order: 'offerUntil' },
    { equal: ['event', 'state'], order: 'ticket' },
    { equal: ['member'], order: 'startsAt' },
    { equal: ['member', 'state'], order: 'startsAt' },
    { equal: ['state'], order: 'offerUntil' },
  ],
  schemaVersion: 2,
  migrate: (document) => migrated(document as FirstShape),
})

type FirstShape = Omit<RsvpDocument, 'changedAt'>

const migrated = (rsvp: FirstShape): RsvpDocument => ({ ...rsvp, changedAt: rsvp.answeredAt })
