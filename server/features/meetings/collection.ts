import { Type, type Static } from 'typebox'

import { MeetingSummarySchema, MeetingTogetherSchema } from '#shared/meetings.ts'
import { defineCollection } from '#server/store/port.ts'

const MeetingDocumentSchema = Type.Object({
  ...MeetingSummarySchema.properties,
  /** Member ids. */
  participants: Type.Array(Type.String(), { minItems: 2, maxItems: 9 }),
  proposedAt: Type.String(),
  outcomes: Type.Optional(MeetingTogetherSchema.properties.outcomes),
  promises: Type.Optional(MeetingTogetherSchema.properties.openPromises),
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
