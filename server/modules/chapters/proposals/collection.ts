import { Type } from 'typebox'

import { CHAPTER_PROPOSAL_STATES } from '#shared/chapters/rules.ts'
import { ChapterProposalEditSchema } from '#shared/chapters/proposals.ts'
import { type DocumentOf, defineCollection } from '#server/store/port.ts'

/** The last proposal of a member to start a chapter. The id is that of the member, so that each has one at most. */
export const chapterProposals = defineCollection({
  name: 'chapter-proposals',
  schema: Type.Object({
    id: Type.String(),
    /** Increases with each change, so that an admin answers what they read. */
    version: Type.Integer({ minimum: 1 }),
    ...ChapterProposalEditSchema.properties,
    state: Type.Enum([...CHAPTER_PROPOSAL_STATES]),
    /** When it entered the state. */
    since: Type.String(),
    /** The admin who answered it. */
    answeredBy: Type.Optional(Type.String()),
    note: Type.Optional(Type.String()),
    /** Times of the member's last proposals, which are limited. */
    sentAt: Type.Array(Type.String()),
  }),
  hasFeed: true,
})
export type ProposalDocument = DocumentOf<typeof chapterProposals>
