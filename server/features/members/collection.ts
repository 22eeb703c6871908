import { Type, type Static } from 'typebox'

import {
  AskSchema,
  MemberRoleSchema,
  MemberStatusSchema,
  ProfileEditSchema,
  type ProfileEdit,
} from '#shared/members.ts'
import { defineCollection } from '#server/store/port.ts'

/** One per person, from the first sight of a verified address on. The id is the identity provider's. */
const MemberDocumentSchema = Type.Object({
  id: Type.String(),
  /** Grows by one with each change; what `If-Match` is compared with. */
  version: Type.Integer({ minimum: 1 }),
  email: Type.String(),
  role: MemberRoleSchema,
  status: MemberStatusSchema,
  joinedAt: Type.String(),
  onboardedAt: Type.Optional(Type.String()),
  ...ProfileEditSchema.properties,
  /** Empty until the person says who they are. */
  displayName: Type.String({ maxLength: 80 }),
  asks: Type.Array(AskSchema),
  offers: Type.Array(AskSchema),
})
export type MemberDocument = Static<typeof MemberDocumentSchema> & Pick<ProfileEdit, 'visibility'>

export const members = defineCollection({
  name: 'members',
  schema: MemberDocumentSchema,
  indexes: [{ order: 'joinedAt' }],
})
