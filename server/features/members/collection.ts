import { Type, type Static } from 'typebox'

import { HiddenPictureSchema, HiddenSchema } from '#shared/hidden.ts'
import {
  AskSchema,
  MemberRoleSchema,
  MemberStatusSchema,
  ProfileEditSchema,
  type ProfileEdit,
} from '#shared/members.ts'
import { defineCollection } from '#server/store/port.ts'

/** One per person, created when they first sign in with a verified email. The id is the identity provider's. */
const MemberDocumentSchema = Type.Object({
  id: Type.String(),
  /** Incremented by each change; `If-Match` is compared with it. */
  version: Type.Integer({ minimum: 1 }),
  /** ISO instant of the last write. */
  changedAt: Type.String(),
  email: Type.String(),
  role: MemberRoleSchema,
  status: MemberStatusSchema,
  /** What an admin told a declined or suspended member. */
  statusReason: Type.Optional(Type.String()),
  /** ISO instant at which the suspension ends. Absent for one without an end. */
  suspendedUntil: Type.Optional(Type.String()),
  joinedAt: Type.String(),
  onboardedAt: Type.Optional(Type.String()),
  /** When the next step of the requested deletion is due. Absent without a request, and after the last step. */
  deletionDueAt: Type.Optional(Type.String()),
  /** What admins have hidden. */
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
  feeds: [[]],
  schemaVersion: 3,
  migrate: (document) => migrated(document as OlderDocument),
})

type NewField = 'photo' | 'searchEngines' | 'changedAt'

/** Version 1 lacks these fields and `visibility.photo`; versions 1 and 2 lack `visibility.timeZone`. */
type OlderDocument = Omit<MemberDocument, NewField | 'visibility'> & {
  visibility: Omit<ProfileEdit['visibility'], 'photo' | 'timeZone'>
}

/** Defaults for what the older version lacks. */
const migrated = (member: OlderDocument): MemberDocument => ({
  photo: '',
  searchEngines: false,
  changedAt: member.joinedAt,
  ...member,
  visibility: { photo: 'members', timeZone: 'members', ...member.visibility },
})
