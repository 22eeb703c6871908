import { Type, type Static } from 'typebox'

import { PreferencesEditSchema } from '#shared/notifications/preferences.ts'
import type { Channels } from '#shared/notifications/topics.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { type Collection, defineCollection } from '#server/store/port.ts'

const { quiet, digest } = PreferencesEditSchema.properties

const PreferencesDocumentSchema = Type.Object({
  /** Member id. */
  id: Type.String(),
  /** Incremented by each change; `If-Match` is compared with it. */
  version: Type.Integer({ minimum: 1 }),
  changedAt: Type.String(),
  quiet,
  digest,
  /** Time of the next digest. ISO instant. One more follows after the digest was switched off. */
  digestAt: Type.Optional(Type.String()),
  /** The member's choices. A missing topic or channel has its default, like one that was added later. */
  topics: Type.Record(Type.String(), Type.Record(Type.String(), Type.Boolean())),
})
export type PreferencesDocument = Omit<Static<typeof PreferencesDocumentSchema>, 'topics'> & {
  topics: Partial<Record<NotificationTopic, Partial<Channels>>>
}

/** A member's channels for notifications. Missing until they choose. */
export const notificationPreferences: Collection<PreferencesDocument> = defineCollection({
  name: 'notification-preferences',
  schema: PreferencesDocumentSchema,
  indexes: [{ order: 'digestAt' }],
})
