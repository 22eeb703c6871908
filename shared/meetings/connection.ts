import { Type, type Static } from 'typebox'

import { EventSummarySchema } from '#shared/events/schema.ts'
import { MemberCardSchema, MemberProfileSchema } from '#shared/people/members.ts'

import { MeetingTogetherSchema } from './schema.ts'

/** `/connections/{connectionId}`, as one of the two members sees it. */
export const ConnectionDetailsSchema = Type.Object({
  id: Type.String(),
  member: MemberProfileSchema,
  /** ISO instant at which the request was accepted. */
  since: Type.String(),
  /** Events that both attended or are going to, latest first, at most 20. */
  events: Type.Array(EventSummarySchema),
  /** Growth meetings with both of them, latest first, at most 20. */
  meetings: Type.Array(MeetingTogetherSchema),
  /** Mutual connections that the viewer can see: the first 24, and the total. */
  mutual: Type.Object({ items: Type.Array(MemberCardSchema), total: Type.Integer() }),
})
export type ConnectionDetails = Static<typeof ConnectionDetailsSchema>
