import { Type } from 'typebox'

import { CHAPTER_MEMBERSHIP_KINDS, CHAPTER_MEMBERSHIP_STATES, CHAPTER_ROLES } from '#shared/chapters/rules.ts'
import { type DocumentOf, defineCollection } from '#server/store/port.ts'

const STATUS = {
  kind: Type.Enum([...CHAPTER_MEMBERSHIP_KINDS]),
  role: Type.Enum([...CHAPTER_ROLES]),
  state: Type.Enum([...CHAPTER_MEMBERSHIP_STATES]),
  /** The member who caused it. A pending membership was asked for by the member, or is an invitation by someone else. */
  by: Type.String(),
}

/** One per member and chapter. The id is the joined id of both. */
export const chapterMemberships = defineCollection({
  name: 'chapter-memberships',
  schema: Type.Object({
    id: Type.String(),
    chapter: Type.String(),
    member: Type.String(),
    ...STATUS,
    /** When it entered the state. */
    since: Type.String(),
    /** Set by a move from one home chapter to another, in both memberships, until either changes again. */
    move: Type.Optional(Type.Object({ at: Type.String(), other: Type.String() })),
    /** Set by a merge of chapters in both memberships, until either changes again. `kept`: entries of the history before it. */
    merge: Type.Optional(Type.Object({ id: Type.String(), kept: Type.Integer() })),
    /** The last news of the term as lead that they were told, until the membership changes. */
    termNews: Type.Optional(Type.String()),
    /** The industry of a home member, whose seat it takes where the chapter has one of each. */
    industry: Type.Optional(Type.String()),
    /** When the member offered to lead the chapter, until the membership changes. */
    offeredAt: Type.Optional(Type.String()),
    /** Set while the member gets no letters of the chapter by email. */
    lettersOff: Type.Optional(Type.Literal(true)),
    /** Every status in its order, the current one last. */
    history: Type.Array(Type.Object({ ...STATUS, at: Type.String() })),
  }),
  indexes: [
    { equal: ['member'] },
    { equal: ['member', 'kind', 'state'] },
    { equal: ['chapter', 'role', 'state'] },
    { equal: ['chapter', 'kind', 'state', 'industry'] },
  ],
  hasFeed: true,
})
export type ChapterMembershipDocument = DocumentOf<typeof chapterMemberships>
