import { Type, type Static } from 'typebox'

import { PreferencesEditSchema } from '#shared/notification-preferences.ts'
import type { Channels, NotificationTopic } from '#shared/notification-topics.ts'
import { defineCollection } from '#server/store/port.ts'

const { quiet, digest } = PreferencesEditSchema.properties

const PreferencesDocumentSchema = Type.Object({
  /** Member id. */
  id: Type.String(),
  /** Incremented by each change; `If-Match` is compared with it. */
  version: Type.Integer({ minimum: 1 }),
  changedAt: Type.String(),
  quiet,
  digest,
  /** When the next digest is due. ISO instant. One more comes after the digest was switched off. */
  digestAt: Type.Optional(Type.String()),
  /** What the member has chosen. A topic or channel that is absent has its default, as one that was added later. */
  topics: Type.Record(Type.String(), Type.Record(Type.String(), Type.Boolean())),
})
export type PreferencesDocument = Omit<Static<typeof PreferencesDocumentSchema>, 'topics'> & {
  topics: Partial<Record<NotificationTopic, Partial<Channels>>>
}

/** By what a member is notified. Absent until they choose. */
export const notificationPreferences = defineCollection({
  name: 'notification-preferences',
  schema: PreferencesDocumentSchema,
  indexes: [{ order: 'digestAt' }],
})
