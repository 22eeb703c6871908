import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** A member's feed; the id is the member's. */
const CalendarFeedDocumentSchema = Type.Object({
  id: Type.String(),
  /** SHA-256 of the secret in its address, in hexadecimal: who reads the store cannot read anyone's calendar. */
  secretHash: Type.String(),
  createdAt: Type.String(),
  /** Behind by up to an hour. */
  lastUsedAt: Type.Optional(Type.String()),
})
export type CalendarFeedDocument = Static<typeof CalendarFeedDocumentSchema>

export const calendarFeeds = defineCollection({
  name: 'calendar-feeds',
  schema: CalendarFeedDocumentSchema,
  indexes: [{ equal: ['secretHash'] }],
})
