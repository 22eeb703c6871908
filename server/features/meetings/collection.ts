import { Type, type Static } from 'typebox'

import { MEETING_OUTCOMES, MeetingSummarySchema, PromiseSchema } from '#shared/meetings.ts'
import { defineCollection } from '#server/store/port.ts'

const MeetingDocumentSchema = Type.Object({
  ...MeetingSummarySchema.properties,
  /** Member ids. */
  participants: Type.Array(Type.String(), { minItems: 2, maxItems: 9 }),
  proposedAt: Type.String(),
  outcomes: Type.Optional(Type.Array(Type.Enum([...MEETING_OUTCOMES]))),
  promises: Type.Optional(Type.Array(PromiseSchema)),
})
export type MeetingDocument = Static<typeof MeetingDocumentSchema>

export const meetings = defineCollection({
  name: 'meetings',
  schema: MeetingDocumentSchema,
  indexes: [
    { contains: 'participants', order: 'proposedAt', directions: ['desc'] },
    { equal: ['status'], contains: 'participants', order: 'startsAt' },
  ],
})
