import { Type, type Static } from 'typebox'

import {
  type Channels,
  DIGESTS,
  NOTIFICATION_CHANNELS,
  type NotificationTopic,
  OPTIONAL_TOPICS,
} from './notification-topics.ts'

const strict = { additionalProperties: false } as const

const ChannelsSchema = Type.Object(
  Object.fromEntries(NOTIFICATION_CHANNELS.map((channel) => [channel, Type.Optional(Type.Boolean())])),
  strict,
)

/** Replaces everything; a topic or channel that is left out gets its default (`TOPIC_SETTINGS`). */
export const PreferencesEditSchema = Type.Object(
  {
    /** Nothing by email and push but what always arrives. The list in the app stays complete. */
    quiet: Type.Boolean(),
    digest: Type.Enum([...DIGESTS]),
    topics: Type.Object(
      Object.fromEntries(OPTIONAL_TOPICS.map((topic) => [topic, Type.Optional(ChannelsSchema)])),
      strict,
    ),
  },
  strict,
)
export type PreferencesEdit = Omit<Static<typeof PreferencesEditSchema>, 'topics'> & {
  topics: Partial<Record<NotificationTopic, Partial<Channels>>>
}

/** For the owner only. Version 0: nothing was chosen yet. */
export const PreferencesSchema = Type.Object({
  ...PreferencesEditSchema.properties,
  version: Type.Integer(),
  email: Type.Object({
    /** Whether this server sends emails. Without it, there are notifications in the app only. */
    available: Type.Boolean(),
    /** The mail server refuses the member’s address: since when (ISO instant). */
    refused: Type.Optional(Type.Object({ address: Type.String(), since: Type.String() })),
  }),
})
export type Preferences = Omit<Static<typeof PreferencesSchema>, 'topics'> & {
  /** All topics that can be switched off. */
  topics: Record<string, Channels>
}
