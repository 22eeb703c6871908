import { Type, type Static } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** A member's feed, kept even after it is removed; the id is the member's. */
const CalendarFeedDocumentSchema = Type.Object({
  id: Type.String(),
  /** SHA-256 (hexadecimal) of the secret in its address: reading the store gives no access to a feed. */
  secretHash: Type.Optional(Type.String()),
  createdAt: Type.Optional(Type.String()),
  /** Up to an hour old. */
  lastUsedAt: Type.Optional(Type.String()),
  /** Hashes of earlier addresses, the latest last. */
  revokedHashes: Type.Optional(Type.Array(Type.String())),
})
export type CalendarFeedDocument = Static<typeof CalendarFeedDocumentSchema>

export const calendarFeeds = defineCollection({
  name: 'calendar-feeds',
  schema: CalendarFeedDocumentSchema,
  indexes: [{ equal: ['secretHash'] }],
})
