import { Type, type Static } from 'typebox'

import { MemberCardSchema } from '#shared/people/members.ts'

import * as m from './messages.ts'
import { CHAPTER_LIMITS, CHAPTER_PROPOSAL_STATES } from './rules.ts'
import { ChapterEditSchema } from './schema.ts'

const strict = { additionalProperties: false } as const

/** A chapter that a member would like to start. */
export const ChapterProposalEditSchema = Type.Object(
  {
    ...Type.Pick(ChapterEditSchema, ['name', 'place', 'region', 'timeZone']).properties,
    /** Why there should be one, and who would join. */
    reason: Type.String({ minLength: 1, maxLength: CHAPTER_LIMITS.reason, explain: m.proposalReasonRule }),
  },
  strict,
)
export type ChapterProposalEdit = Static<typeof ChapterProposalEditSchema>

/** The member's last proposal, unless it was withdrawn or accepted. */
export const OwnChapterProposalSchema = Type.Object({
  proposal: Type.Optional(
    Type.Object({
      ...ChapterProposalEditSchema.properties,
      state: Type.Enum([...CHAPTER_PROPOSAL_STATES]),
      /** ISO instant at which it was sent or answered. */
      since: Type.String(),
      /** Why an admin declined it. */
      note: Type.Optional(Type.String()),
    }),
  ),
})
export type OwnChapterProposal = Static<typeof OwnChapterProposalSchema>

const ChapterProposalSchema = Type.Object({
  ...ChapterProposalEditSchema.properties,
  version: Type.Integer(),
  member: MemberCardSchema,
  /** ISO instant. */
  since: Type.String(),
})
export type ChapterProposal = Static<typeof ChapterProposalSchema>

/** Open ones, the first first. */
export const ChapterProposalsSchema = Type.Object({ items: Type.Array(ChapterProposalSchema) })

export const DeclineProposalSchema = Type.Object(
  { note: Type.String({ minLength: 1, maxLength: CHAPTER_LIMITS.reason, explain: m.proposalNoteRule }) },
  strict,
)
