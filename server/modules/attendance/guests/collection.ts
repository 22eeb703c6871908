import { Type } from 'typebox'

import { defineRequestCounts } from '#server/store/request-counts.ts'
import { defineCollection, type DocumentOf } from '#server/store/port.ts'

/**
 * Guests without an account, by event and address. Their RSVPs, answers and check-ins are those of a member with this
 * id (decision 148). Deleted some time after the event.
 */
export const eventGuests = defineCollection({
  name: 'event-guests',
  schema: Type.Object({
    /** A keyed hash of event and address. */
    id: Type.String(),
    event: Type.String(),
    /** Lower case. */
    email: Type.String(),
    name: Type.String(),
    /** Members who have invited them, the first of whom brings them. */
    namedBy: Type.Array(Type.String()),
    /** Whether they have asked to come by themselves, to a public event. */
    isVisitor: Type.Optional(Type.Literal(true)),
    /** Tag of the language in which they get emails. */
    language: Type.String(),
    /** Input of the link's secret, which is not stored. */
    linkKey: Type.String(),
    /** SHA-256 of the secret, in hex. */
    linkHash: Type.String(),
    createdAt: Type.String(),
    /** ISO instant of the latest email with the link. */
    sentAt: Type.String(),
    /** Undefined until they confirm: before that they have no RSVP. */
    confirmedAt: Type.Optional(Type.String()),
    /** ISO instant at which they were invited to join, after the event. */
    invitedToJoinAt: Type.Optional(Type.String()),
    /** ISO instant after which their data is deleted. */
    deleteAt: Type.String(),
  }),
  indexes: [
    { equal: ['linkHash'] },
    { equal: ['email'], order: 'createdAt' },
    { contains: 'namedBy', order: 'createdAt' },
    { equal: ['event'], contains: 'namedBy', order: 'createdAt' },
    { order: 'deleteAt' },
  ],
  hasFeed: true,
})
export type EventGuest = DocumentOf<typeof eventGuests>

/** Guests who have become members, by their id as a member, and the member who brought them. */
export const joinedGuests = defineCollection({
  name: 'joined-guests',
  schema: Type.Object({
    id: Type.String(),
    broughtBy: Type.String(),
    event: Type.String(),
    /** Title of the event. */
    title: Type.String(),
    joinedAt: Type.String(),
  }),
  indexes: [{ equal: ['broughtBy'], order: 'joinedAt' }],
})
export type JoinedGuest = DocumentOf<typeof joinedGuests>

/** Visits of an address within a year, without the address. */
export const guestVisits = defineCollection({
  name: 'guest-visits',
  schema: Type.Object({
    /** A keyed hash of the address. */
    id: Type.String(),
    visits: Type.Array(Type.Object({ event: Type.String(), at: Type.String() })),
    expiresAt: Type.String(),
  }),
  indexes: [{ order: 'expiresAt' }],
  expiresAt: ({ expiresAt }) => Date.parse(expiresAt),
})

/** Invitations and bookings, of an address, a member or a network. */
export const guestRequests = defineRequestCounts('guest-requests')
