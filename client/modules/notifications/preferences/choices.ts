import type { Preferences, PreferencesEdit } from '#shared/notifications/preferences.ts'
import {
  type Channels,
  NOTIFICATION_CHANNELS,
  TOPIC_GROUPS,
  TOPIC_SETTINGS,
} from '#shared/notifications/topics.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { can, type MemberRole, type RoleAction } from '#shared/people/roles.ts'
import { keysOf } from '#shared/lib/records.ts'

type Group = keyof typeof TOPIC_GROUPS

const GROUPS = keysOf(TOPIC_GROUPS)

/** Groups that concern only some roles. */
const ACTIONS: Partial<Record<Group, RoleAction>> = {
  organising: 'organise',
  community: 'administer',
}

export interface TopicGroup {
  label: string
  topics: readonly { topic: NotificationTopic; label: string }[]
}

/** The topics that a member with this role can choose, in groups. */
export const topicGroups = (role: MemberRole, hasChapters?: boolean): TopicGroup[] =>
  GROUPS.filter(
    (group) =>
      (!ACTIONS[group] || can(role, ACTIONS[group])) && (group !== 'chapters' || hasChapters === true),
  ).map((group) => ({
    label: TOPIC_GROUPS[group](),
    topics: topicsOf((settings) => settings.group === group && !settings.always),
  }))

const TOPICS = keysOf(TOPIC_SETTINGS)

const topicsOf = (has: (settings: (typeof TOPIC_SETTINGS)[NotificationTopic]) => boolean) =>
  TOPICS.filter((topic) => has(TOPIC_SETTINGS[topic])).map((topic) => ({
    topic,
    label: TOPIC_SETTINGS[topic].label(),
  }))

/** Only differences from the defaults, so that later defaults reach members who have not chosen otherwise. */
export function changedTopics(topics: Preferences['topics']): PreferencesEdit['topics'] {
  const changed = TOPICS.flatMap((topic) => {
    const channels = changedChannels(topics[topic], TOPIC_SETTINGS[topic].defaults)
    return Object.keys(channels).length > 0 ? [[topic, channels] as const] : []
  })
  return Object.fromEntries(changed)
}

const changedChannels = (chosen: Channels | undefined, defaults: Channels): Partial<Channels> =>
  Object.fromEntries(
    NOTIFICATION_CHANNELS.filter((channel) => chosen && chosen[channel] !== defaults[channel]).map(
      (channel) => [channel, chosen?.[channel]],
    ),
  )
