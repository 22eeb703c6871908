import { Type, type Static } from 'typebox'

import { ChapterSlugSchema } from '#shared/chapters/schema.ts'
import { CursorQuerySchema, IdSchema, pageOf } from '#shared/lib/page.ts'
import { MemberCardSchema } from '#shared/people/members.ts'

const strict = { additionalProperties: false } as const

/** Slug of the chapter whose members are meant; without it, all members. */
const ChapterScope = { chapter: Type.Optional(ChapterSlugSchema) }

/** A member who has met nobody lately, and the next round that they could join. */
const LoneMemberSchema = Type.Object({
  member: MemberCardSchema,
  joinedAt: Type.String(),
  isNewcomer: Type.Boolean(),
  /** Whether the viewer is connected with them, and so can introduce them. */
  isConnected: Type.Boolean(),
  /** Undefined if no round is open for them, and after they opted out of it. */
  round: Type.Optional(
    Type.Object({
      title: Type.String(),
      /** `in`: they join it already. */
      state: Type.Enum(['open', 'invited', 'in']),
    }),
  ),
})
export type LoneMember = Static<typeof LoneMemberSchema>

export const newcomersApi = {
  'GET /api/lone-members': {
    summary: 'List members who have met nobody in 30 days',
    querystring: Type.Object({ ...CursorQuerySchema.properties, ...ChapterScope }, strict),
    /** The latest to join come first. */
    response: { 200: pageOf(LoneMemberSchema) },
  },
  'PUT /api/lone-members/:memberId/invitation': {
    summary: 'Invite someone who has met nobody to the next round',
    params: Type.Object({ memberId: IdSchema }),
    body: Type.Object(ChapterScope, strict),
    response: { 200: LoneMemberSchema },
  },
}
