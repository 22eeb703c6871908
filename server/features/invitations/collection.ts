import { Type, type Static } from 'typebox'

import { CONSENT_STATES } from '#shared/invitation-rules.ts'
import { ImportedProfileSchema } from '#shared/invitations.ts'
import { defineCollection } from '#server/store/port.ts'

const InvitationDocumentSchema = Type.Object({
  /** `invitationId` of the address: an address has at most one invitation. */
  id: Type.String(),
  /** Incremented by each change; `If-Match` is compared with it. */
  version: Type.Integer({ minimum: 1 }),
  /** Lower case. */
  email: Type.String(),
  state: Type.Enum(['open', 'accepted', 'revoked']),
  /** What the link's token is calculated from. Another one makes the earlier link invalid. */
  linkKey: Type.String(),
  /** SHA-256 of the token, in hex. */
  tokenHash: Type.String(),
  /** ISO instant of the latest sending. */
  sentAt: Type.String(),
  sentBy: Type.String(),
  /** The version that the latest repeated sending started from: a repeated request sends nothing. */
  resentFrom: Type.Optional(Type.Integer()),
  /** ISO instant. */
  expiresAt: Type.String(),
  /** ISO instant after which nothing is kept. */
  deleteAt: Type.String(),
  /** Waits for the person. */
  profile: ImportedProfileSchema,
  acceptedBy: Type.Optional(Type.String()),
  /** Who wants to join with another address. */
  request: Type.Optional(
    Type.Object({
      memberId: Type.String(),
      email: Type.String(),
      at: Type.String(),
      consent: Type.Enum([...CONSENT_STATES]),
    }),
  ),
})
export type InvitationDocument = Static<typeof InvitationDocumentSchema>

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
  feeds: [[]],
  expiresAt: ({ deleteAt }) => Date.parse(deleteAt),
})
