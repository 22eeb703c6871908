import { Type, type Static } from 'typebox'

import {
  CONSENT_STATES,
  IMPORT_FIELDS,
  IMPORT_LIMITS,
  IMPORT_OUTCOMES,
  type ImportField,
  INVITATION_STATES,
  INVITATION_TOKEN,
} from './invitation-rules.ts'
import { ProfileEditSchema } from './members.ts'
import { CursorQuerySchema, IdSchema, pageOf } from './page.ts'

const strict = { additionalProperties: false } as const

const { displayName, headline, company, industry, address, bio, keywords, links, phone } =
  ProfileEditSchema.properties

/** Fields of a profile that an admin brought along. The person's form begins with them. */
export const ImportedProfileSchema = Type.Partial(
  Type.Object({ displayName, headline, company, industry, address, bio, keywords, links, phone }, strict),
)
export type ImportedProfile = Static<typeof ImportedProfileSchema>

const ConsentSchema = Type.Enum([...CONSENT_STATES])

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
  /** Who wants to join with another address. */
  request: Type.Optional(
    Type.Object({ memberId: Type.String(), email: Type.String(), at: Type.String(), consent: ConsentSchema }),
  ),
})
export type Invitation = Static<typeof InvitationSchema>

/** How the email of the latest sending is doing; `unknown`: it may have arrived. */
const InvitationEmailSchema = Type.Object({
  state: Type.Enum(['queued', 'sent', 'refused', 'failed', 'unknown']),
  /** Why it was not sent, in a few words: the answer of the mail server. */
  reason: Type.Optional(Type.String()),
})
export type InvitationEmail = Static<typeof InvitationEmailSchema>

const ListedInvitationSchema = Type.Object({
  ...InvitationSchema.properties,
  /** Absent where none was sent. */
  emailed: Type.Optional(InvitationEmailSchema),
  /** Who sent it last. */
  sentByName: Type.String(),
})
export type ListedInvitation = Static<typeof ListedInvitationSchema>

export const InvitationPageSchema = Type.Object({
  ...pageOf(ListedInvitationSchema).properties,
  /** Whether invitations are sent by email. If not, the links are to be copied. */
  sendsEmail: Type.Boolean(),
})
export type InvitationPage = Static<typeof InvitationPageSchema>

const InvitationFilterSchema = Type.Object(
  {
    /** `consent`: those with a request that an admin has to decide. */
    state: Type.Optional(Type.Enum([...INVITATION_STATES, 'consent'])),
    /** Beginning of the address, in whatever state. Leave out `state`. */
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

/** As it stands in the file. What is wrong with a row is part of the answer. */
const ImportRowSchema = Type.Object(
  {
    email: Type.String({ maxLength: IMPORT_LIMITS.cell }),
    ...(Object.fromEntries(IMPORT_FIELDS.map((field) => [field, CellSchema])) as Record<
      ImportField,
      typeof CellSchema
    >),
  },
  strict,
)
export type ImportRow = Static<typeof ImportRowSchema>

export const ImportBatchSchema = Type.Object(
  {
    rows: Type.Array(ImportRowSchema, { minItems: 1, maxItems: IMPORT_LIMITS.batch }),
    /** Says what would happen, and changes nothing. */
    preview: Type.Boolean(),
  },
  strict,
)
export type ImportBatch = Static<typeof ImportBatchSchema>

const ImportResultSchema = Type.Object({
  /** As it is compared and stored. */
  email: Type.String(),
  outcome: Type.Enum([...IMPORT_OUTCOMES]),
  /** Wrong fields. All but a wrong address are left out of the invitation. */
  problems: Type.Array(
    Type.Object({ field: Type.Enum(['email', ...IMPORT_FIELDS]), message: Type.String() }),
  ),
})
export type ImportResult = Static<typeof ImportResultSchema>

/** In the order of the request. */
export const ImportAnswerSchema = Type.Object({
  items: Type.Array(ImportResultSchema),
  /** Whether those who are invited get an email. */
  sendsEmail: Type.Boolean(),
})
export type ImportAnswer = Static<typeof ImportAnswerSchema>

export const ConsentDecisionSchema = Type.Object(
  {
    /** The person that the decision is about. */
    memberId: IdSchema,
    grant: Type.Boolean(),
  },
  strict,
)

export const InvitationLinkSchema = Type.Object({ url: Type.String() })

export const InvitationTokenSchema = Type.Object(
  { token: Type.String({ pattern: INVITATION_TOKEN.source }) },
  strict,
)

/** An invitation as whoever has its link sees it. Only an open one names the address. */
export const OpenedInvitationSchema = Type.Object({
  state: Type.Enum([...INVITATION_STATES]),
  email: Type.Optional(Type.String()),
  /** ISO instant. */
  expiresAt: Type.Optional(Type.String()),
  /** Of a request to join with another address. */
  consent: Type.Optional(ConsentSchema),
})
export type OpenedInvitation = Static<typeof OpenedInvitationSchema>
