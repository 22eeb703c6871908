import { Type, type Static } from 'typebox'

import {
  APPROVAL_STATES,
  IMPORT_FIELDS,
  IMPORT_LIMITS,
  IMPORT_OUTCOMES,
  INVITATION_STATES,
  INVITATION_TOKEN,
} from './invitation-rules.ts'
import { ProfileEditSchema } from '#shared/people/members.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'
import { recordOf } from '#shared/lib/records.ts'

import { SessionExchangeSchema } from './sessions.ts'

const strict = { additionalProperties: false } as const

const { displayName, headline, company, industry, address, bio, keywords, links, phone } =
  ProfileEditSchema.properties

/** Profile fields from an admin's import, with which the person's form starts. */
export const ImportedProfileSchema = Type.Partial(
  Type.Object({ displayName, headline, company, industry, address, bio, keywords, links, phone }, strict),
)
export type ImportedProfile = Static<typeof ImportedProfileSchema>

const ApprovalSchema = Type.Enum([...APPROVAL_STATES])

/** An invitation as admins see it. */
export const InvitationSchema = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  email: Type.String(),
  displayName: Type.Optional(Type.String()),
  state: Type.Enum([...INVITATION_STATES]),
  /** ISO instant of the latest sending. */
  sentAt: Type.String(),
  expiresAt: Type.String(),
  /** Set when a person wants to join with another address. */
  request: Type.Optional(
    Type.Object({
      memberId: Type.String(),
      email: Type.String(),
      at: Type.String(),
      approval: ApprovalSchema,
    }),
  ),
})
export type Invitation = Static<typeof InvitationSchema>

/** State of the latest email; `unknown`: it may have arrived. */
const InvitationEmailSchema = Type.Object({
  state: Type.Enum(['queued', 'sent', 'refused', 'failed', 'unknown']),
  /** Short reason for a failure: the answer of the mail server. */
  reason: Type.Optional(Type.String()),
})
export type InvitationEmail = Static<typeof InvitationEmailSchema>

const ListedInvitationSchema = Type.Object({
  ...InvitationSchema.properties,
  /** Undefined when no email was sent. */
  emailed: Type.Optional(InvitationEmailSchema),
  /** Name of the latest sender. */
  sentByName: Type.String(),
})
export type ListedInvitation = Static<typeof ListedInvitationSchema>

export const InvitationPageSchema = Type.Object({
  ...pageOf(ListedInvitationSchema).properties,
  /** Whether invitations are sent by email. If not, the links have to be copied. */
  sendsEmail: Type.Boolean(),
})
export type InvitationPage = Static<typeof InvitationPageSchema>

const InvitationFilterSchema = Type.Object(
  {
    /** `approval` selects invitations with a request that an admin has to decide. */
    state: Type.Optional(Type.Enum([...INVITATION_STATES, 'approval'])),
    /** Beginning of the address, in any state. Leave out `state`. */
    q: Type.Optional(Type.String({ maxLength: IMPORT_LIMITS.email })),
  },
  strict,
)
export type InvitationFilter = Static<typeof InvitationFilterSchema>

export const InvitationQuerySchema = Type.Object(
  { ...InvitationFilterSchema.properties, ...CursorQuerySchema.properties },
  strict,
)
export type InvitationQuery = Static<typeof InvitationQuerySchema>

const CellSchema = Type.Optional(Type.String({ maxLength: IMPORT_LIMITS.cell }))

/** A row of the file. Errors in a row are part of the answer. */
const ImportRowSchema = Type.Object(
  {
    email: Type.String({ maxLength: IMPORT_LIMITS.cell }),
    ...recordOf(IMPORT_FIELDS, () => CellSchema),
  },
  strict,
)
export type ImportRow = Static<typeof ImportRowSchema>

export const ImportBatchSchema = Type.Object(
  {
    rows: Type.Array(ImportRowSchema, { minItems: 1, maxItems: IMPORT_LIMITS.batch }),
    /** Reports what would happen, without changing anything. */
    preview: Type.Boolean(),
  },
  strict,
)
export type ImportBatch = Static<typeof ImportBatchSchema>

const ImportResultSchema = Type.Object({
  /** The address in its normalised form. */
  email: Type.String(),
  outcome: Type.Enum([...IMPORT_OUTCOMES]),
  /** Invalid fields. All except an invalid address are left out of the invitation. */
  problems: Type.Array(
    Type.Object({ field: Type.Enum(['email', ...IMPORT_FIELDS]), message: Type.String() }),
  ),
})
export type ImportResult = Static<typeof ImportResultSchema>

/** Results in the order of the request. */
export const ImportAnswerSchema = Type.Object({
  items: Type.Array(ImportResultSchema),
  /** Whether invited people get an email. */
  sendsEmail: Type.Boolean(),
})
export type ImportAnswer = Static<typeof ImportAnswerSchema>

export const ApprovalDecisionSchema = Type.Object(
  {
    /** The person that the decision is about. */
    memberId: IdSchema,
    grant: Type.Boolean(),
  },
  strict,
)

export const FriendInvitationSchema = Type.Object(
  { email: Type.String({ maxLength: IMPORT_LIMITS.cell }) },
  strict,
)

export const InvitationLinkSchema = Type.Object({ url: Type.String() })

export const InvitationTokenSchema = Type.Object(
  { token: Type.String({ pattern: INVITATION_TOKEN.source }) },
  strict,
)

/** The link's token, and the ID token of the account that was created with it. */
export const AddressVerificationSchema = Type.Object(
  { ...SessionExchangeSchema.properties, ...InvitationTokenSchema.properties },
  strict,
)

/** Other addresses than the invited one join freely, only at an allowed domain, or after an admin's approval. */
const OTHER_ADDRESSES = ['open', 'domains', 'approval'] as const
export type OtherAddresses = (typeof OTHER_ADDRESSES)[number]

/** An invitation as seen by the owner of its link. Only an open one names the address. */
export const OpenedInvitationSchema = Type.Object({
  state: Type.Enum([...INVITATION_STATES]),
  email: Type.Optional(Type.String()),
  /** ISO instant. */
  expiresAt: Type.Optional(Type.String()),
  /** Whether people with other addresses need an admin's approval. Undefined in answers to requests for it. */
  otherAddresses: Type.Optional(Type.Enum([...OTHER_ADDRESSES])),
  /** State of a request to join with another address. */
  approval: Type.Optional(ApprovalSchema),
})
export type OpenedInvitation = Static<typeof OpenedInvitationSchema>
