import { Type, type Static } from 'typebox'

import { type Channels, DIGESTS, NOTIFICATION_CHANNELS, OPTIONAL_TOPICS } from './topics.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'

const strict = { additionalProperties: false } as const

const ChannelsSchema = Type.Object(
  Object.fromEntries(NOTIFICATION_CHANNELS.map((channel) => [channel, Type.Optional(Type.Boolean())])),
  strict,
)

const TopicsSchema = Type.Object(
  Object.fromEntries(OPTIONAL_TOPICS.map((topic) => [topic, Type.Optional(ChannelsSchema)])),
  strict,
)

/** Replaces all preferences; omitted topics and channels get their default (`TOPIC_SETTINGS`). */
export const PreferencesEditSchema = Type.Object(
  {
    /** Disables email and push, except for topics that always arrive. The list in the app stays complete. */
    quiet: Type.Boolean(),
    digest: Type.Enum([...DIGESTS]),
    topics: Type.Unsafe<Partial<Record<NotificationTopic, Partial<Channels>>>>(TopicsSchema),
  },
  strict,
)
export type PreferencesEdit = Static<typeof PreferencesEditSchema>

/** Visible to its owner only. Version 0 means that nothing was chosen yet. */
export const PreferencesSchema = Type.Object({
  ...PreferencesEditSchema.properties,
  /** All topics that can be switched off. */
  topics: Type.Unsafe<Record<string, Channels>>(TopicsSchema),
  version: Type.Integer(),
  email: Type.Object({
    /** Whether this server sends emails. Without it, there are notifications in the app only. */
    available: Type.Boolean(),
    /** The member’s address, which the mail server refuses, and since when (ISO instant). */
    refused: Type.Optional(Type.Object({ address: Type.String(), since: Type.String() })),
  }),
})
export type Preferences = Static<typeof PreferencesSchema>
