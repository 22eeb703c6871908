import { Type } from 'typebox'

import { MeetingSummarySchema } from '#shared/meetings.ts'
import { defineCollection } from '#server/store/port.ts'

const MeetingDocumentSchema = Type.Object({
  ...MeetingSummarySchema.properties,
  /** Ids of the members it is between. */
  participants: Type.Array(Type.String(), { minItems: 2, maxItems: 9 }),
  proposedAt: Type.String(),
})

export const meetings = defineCollection({
  name: 'meetings',
  schema: MeetingDocumentSchema,
  indexes: [
    { contains: 'participants', order: 'proposedAt' },
    { equal: ['status'], contains: 'participants', order: 'startsAt' },
  ],
})
