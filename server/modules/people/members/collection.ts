import { Type, type Static } from 'typebox'

import { HiddenPictureSchema, HiddenSchema } from '#shared/lib/hidden.ts'
import {
  AskSchema,
  MemberRoleSchema,
  MemberStatusSchema,
  ProfileEditSchema,
  type ProfileEdit,
} from '#shared/people/members.ts'
import { defineCollection } from '#server/store/port.ts'

/** One per person, created when they first sign in with a verified email. The id is the identity provider's. */
const MemberDocumentSchema = Type.Object({
  id: Type.String(),
  /** Incremented by each change; `If-Match` is compared with it. */
  version: Type.Integer({ minimum: 1 }),
  email: Type.String(),
  role: MemberRoleSchema,
  status: MemberStatusSchema,
  /** The admin's message to a declined or suspended member. */
  statusReason: Type.Optional(Type.String()),
  /** ISO instant at which the suspension ends. Undefined for one without an end. */
  suspendedUntil: Type.Optional(Type.String()),
  joinedAt: Type.String(),
  onboardedAt: Type.Optional(Type.String()),
  firstStepsDismissedAt: Type.Optional(Type.String()),
  /** Due time of the next step of the requested deletion. Undefined without a request, and after the last step. */
  deletionDueAt: Type.Optional(Type.String()),
  /** Ids of the chapters in which they are active members. */
  chapters: Type.Optional(Type.Array(Type.String())),
  /** Content that admins have hidden. */
  hidden: Type.Optional(
    Type.Object({ profile: Type.Optional(HiddenSchema), photo: Type.Optional(HiddenPictureSchema) }),
  ),
  ...ProfileEditSchema.properties,
  /** Empty until onboarding. */
  displayName: Type.String({ maxLength: 80 }),
  asks: Type.Array(AskSchema),
  offers: Type.Array(AskSchema),
})
export type MemberDocument = Static<typeof MemberDocumentSchema> & Pick<ProfileEdit, 'visibility'>

export const members = defineCollection({
  name: 'members',
  schema: MemberDocumentSchema,
  indexes: [
    { order: 'deletionDueAt' },
    { order: 'suspendedUntil' },
    { equal: ['role', 'status'] },
    { equal: ['industry'] },
  ],
  hasFeed: true,
})
