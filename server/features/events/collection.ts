import { Type, type Static } from 'typebox'

import { EventSummarySchema } from '#shared/events.ts'
import { defineCollection } from '#server/store/port.ts'

const EventDocumentSchema = Type.Object({
  ...EventSummarySchema.properties,
  /** Ids of the members who are going. */
  going: Type.Array(Type.String()),
})
export type EventDocument = Static<typeof EventDocumentSchema>

export const events = defineCollection({
  name: 'events',
  schema: EventDocumentSchema,
  indexes: [
    { equal: ['status'], order: 'startsAt' },
    { equal: ['status'], contains: 'going', order: 'startsAt' },
  ],
})
