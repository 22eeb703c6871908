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
  /** ISO instant of the last write, by which indexes in memory follow. */
  changedAt: Type.String(),
  email: Type.String(),
  role: MemberRoleSchema,
  status: MemberStatusSchema,
  joinedAt: Type.String(),
  onboardedAt: Type.Optional(Type.String()),
  /** When the next step of the deletion is due that its owner asked for; absent when there is none. */
  deletionDueAt: Type.Optional(Type.String()),
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
  indexes: [{ order: 'joinedAt' }, { order: 'changedAt' }, { order: 'deletionDueAt' }],
  schemaVersion: 3,
  migrate: (document) => migrated(document as OlderShape),
})

type NewField = 'photo' | 'searchEngines' | 'changedAt'

/** Before members had pictures, search engines might be let in, and people chose who sees their time zone. */
type OlderShape = Omit<MemberDocument, NewField | 'visibility'> & {
  visibility: Omit<ProfileEdit['visibility'], 'photo' | 'timeZone'>
}

/** What the second shape has already stays. */
const migrated = (member: OlderShape): MemberDocument => ({
  photo: '',
  searchEngines: false,
  changedAt: member.joinedAt,
  ...member,
  visibility: { photo: 'members', timeZone: 'members', ...member.visibility },
})
