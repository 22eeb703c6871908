import { Type, type Static } from 'typebox'

import { APPROVAL_STATES } from '#shared/accounts/invitation-rules.ts'
import { ImportedProfileSchema } from '#shared/accounts/invitations.ts'
import { defineCollection } from '#server/store/port.ts'

const InvitationDocumentSchema = Type.Object({
  /** `invitationId` of the address: an address has at most one invitation. */
  id: Type.String(),
  /** Incremented by each change; `If-Match` is compared with it. */
  version: Type.Integer({ minimum: 1 }),
  /** Lower case. */
  email: Type.String(),
  state: Type.Enum(['open', 'accepted', 'revoked']),
  /** Input of the link's token. A new one invalidates the earlier link. */
  linkKey: Type.String(),
  /** SHA-256 of the token, in hex. */
  tokenHash: Type.String(),
  /** ISO instant of the latest sending. */
  sentAt: Type.String(),
  sentBy: Type.String(),
  /** Set when a member invited a friend: it replaces no approval. */
  ofFriend: Type.Optional(Type.Literal(true)),
  /** The guest of an event who is invited to join after it: the id, and the tag of their language. */
  guest: Type.Optional(Type.Object({ id: Type.String(), language: Type.String() })),
  /** The version that the latest repeated sending started from: a repeated request sends nothing. */
  resentFrom: Type.Optional(Type.Integer()),
  /** ISO instant. */
  expiresAt: Type.String(),
  /** ISO instant after which the invitation is deleted. */
  deleteAt: Type.String(),
  /** Prefilled fields for the person's profile. */
  profile: ImportedProfileSchema,
  /** Id of the chapter that becomes the person’s home. */
  chapter: Type.Optional(Type.String()),
  /** Its id again, if the person becomes its lead. */
  leads: Type.Optional(Type.String()),
  acceptedBy: Type.Optional(Type.String()),
  /** The account whose address the emailed link has verified: it does so for one. */
  verifiedFor: Type.Optional(Type.String()),
  /** The person who wants to join with another address. */
  request: Type.Optional(
    Type.Object({
      memberId: Type.String(),
      email: Type.String(),
      at: Type.String(),
      consent: Type.Enum([...APPROVAL_STATES]),
    }),
  ),
})
export type InvitationDocument = Static<typeof InvitationDocumentSchema>

/** A member's latest invitations of friends. */
export const friendInvitations = defineCollection({
  name: 'friend-invitations',
  schema: Type.Object({
    /** Member id. */
    id: Type.String(),
    /** Invitations of the last day, and the latest: each `invitationId` with its time (ISO instant). */
    recent: Type.Array(Type.Object({ invitation: Type.String(), at: Type.String() })),
  }),
})

export const invitations = defineCollection({
  name: 'invitations',
  schema: InvitationDocumentSchema,
  indexes: [
    { equal: ['tokenHash'] },
    { equal: ['acceptedBy'] },
    { equal: ['request.memberId'] },
    { equal: ['request.email', 'request.consent'] },
    { equal: ['state'], order: 'expiresAt', directions: ['desc'] },
    { order: 'deleteAt' },
  ],
  hasFeed: true,
  expiresAt: ({ deleteAt }) => Date.parse(deleteAt),
})
