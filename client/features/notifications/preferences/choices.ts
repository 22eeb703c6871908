import type { Preferences, PreferencesEdit } from '#shared/notification-preferences.ts'
import {
  type Channels,
  NOTIFICATION_CHANNELS,
  type NotificationTopic,
  TOPIC_GROUPS,
  TOPIC_SETTINGS,
} from '#shared/notification-topics.ts'
import { can, type MemberRole, type RoleAction } from '#shared/roles.ts'

type Group = keyof typeof TOPIC_GROUPS

const GROUPS = Object.keys(TOPIC_GROUPS) as Group[]

/** Groups that concern only some. */
const ACTIONS: Partial<Record<Group, RoleAction>> = {
  organising: 'organise',
  community: 'administer',
}

export interface TopicGroup {
  label: string
  topics: readonly { topic: NotificationTopic; label: string }[]
}

/** What a member with this role can choose, in groups. */
export const topicGroups = (role: MemberRole): TopicGroup[] =>
  GROUPS.filter((group) => !ACTIONS[group] || can(role, ACTIONS[group])).map((group) => ({
    label: TOPIC_GROUPS[group],
    topics: topicsOf((settings) => settings.group === group && !settings.always),
  }))

const TOPICS = Object.keys(TOPIC_SETTINGS) as NotificationTopic[]

const topicsOf = (has: (settings: (typeof TOPIC_SETTINGS)[NotificationTopic]) => boolean) =>
  TOPICS.filter((topic) => has(TOPIC_SETTINGS[topic])).map((topic) => ({
    topic,
    label: TOPIC_SETTINGS[topic].label,
  }))

/** Only what differs from the defaults, so that later defaults reach members who have not chosen otherwise. */
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
