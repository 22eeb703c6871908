import { Type } from 'typebox'

import { defineCollection, type DocumentOf } from '#server/store/port.ts'

/** Members who are invited to an event. A withdrawn invitation is deleted. */
export const eventInvitations = defineCollection({
  name: 'event-invitations',
  schema: Type.Object({
    /** `joinedId(event, member)`. */
    id: Type.String(),
    event: Type.String(),
    member: Type.String(),
    /** The organiser. */
    by: Type.String(),
    at: Type.String(),
    /** Id of the address invitation that led to it. The organiser sees the address alone, not whose it is. */
    byAddress: Type.Optional(Type.String()),
    /** Set for someone who is joining, until they are active and notified. */
    isNew: Type.Optional(Type.Literal(true)),
    /** ISO instant of the only reminder. */
    remindedAt: Type.Optional(Type.String()),
  }),
  indexes: [{ equal: ['member'], order: 'at' }],
  hasFeed: true,
})
export type EventInvitation = DocumentOf<typeof eventInvitations>

/**
 * Addresses that are invited to an event. The organiser does not learn who has one: its owner, now or once they join,
 * also gets an invitation of their own.
 */
export const eventAddressInvitations = defineCollection({
  name: 'event-address-invitations',
  schema: Type.Object({
    /** `joinedId(event, invitation)`. */
    id: Type.String(),
    event: Type.String(),
    /** Id of the address's invitation to the community, which is a hash of the address. */
    invitation: Type.String(),
    by: Type.String(),
    at: Type.String(),
  }),
  indexes: [{ equal: ['invitation'] }, { equal: ['event'] }, { equal: ['by'], order: 'at' }],
})
