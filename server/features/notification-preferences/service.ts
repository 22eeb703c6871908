import { isDeepStrictEqual } from 'node:util'

import type { Preferences, PreferencesEdit } from '#shared/notification-preferences.ts'
import {
  type Channels,
  type NotificationTopic,
  OPTIONAL_TOPICS,
  TOPIC_SETTINGS,
} from '#shared/notification-topics.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { stale } from '#server/lib/failure.ts'
import type { Store } from '#server/store/port.ts'

import { notificationPreferences, type PreferencesDocument } from './collection.ts'
import type { DeliveriesOf, Delivery } from './types.ts'

interface Deps {
  store: Store
  clock: Clock
  /** Whether this server sends emails. */
  sendsEmail: boolean
}

const DEFAULTS: PreferencesEdit = { quiet: false, digest: 'off', topics: {} }
const EVERYWHERE: Channels = { inApp: true, email: true, push: true }

export type PreferenceService = ReturnType<typeof createPreferenceService>

/** By what members are notified: topic by topic, with a digest, or quietly. */
export function createPreferenceService({ store, clock, sendsEmail }: Deps) {
  const view = (stored: PreferencesDocument | undefined): Preferences => {
    const { quiet, digest, topics } = stored ?? DEFAULTS
    return {
      version: stored?.version ?? 0,
      quiet,
      digest,
      topics: Object.fromEntries(OPTIONAL_TOPICS.map((topic) => [topic, chosen(topics, topic)])),
      email: { available: sendsEmail },
    }
  }
  const load = async (memberId: string) =>
    (await store.get(notificationPreferences, memberId)) as PreferencesDocument | undefined

  const deliveriesOf: DeliveriesOf = async (topic, memberIds) => {
    if (memberIds.length === 0) return new Map()
    const stored = await store.getMany(notificationPreferences, memberIds)
    return new Map(
      memberIds.map((id, at) => [id, delivery(topic, stored[at] as PreferencesDocument | undefined)]),
    )
  }

  return {
    deliveriesOf,

    own: async (memberId: string): Promise<Preferences> => view(await load(memberId)),

    /**
     * Replaces all choices, if `version` is still the latest. Nothing chosen yet: version 0.
     * @throws Failure 412 when they were changed elsewhere
     */
    save: (memberId: string, version: number, { quiet, digest, topics }: PreferencesEdit) =>
      store.transact(async (tx): Promise<Preferences> => {
        const before = (await tx.get(notificationPreferences, memberId)) as PreferencesDocument | undefined
        const latest = before?.version ?? 0
        const edit = { quiet, digest, topics: { ...topics } }
        // A retry after a lost response: the edit is already saved.
        if (before && latest === version + 1 && isSaved(before, edit)) return view(before)
        if (latest !== version) throw stale('choice', 'You')
        const after = { id: memberId, version: version + 1, changedAt: isoInstant(clock()), ...edit }
        tx.put(notificationPreferences, after)
        return view(after)
      }),

    /** What the member chose; the defaults before they did. */
    async exportOf(memberId: string) {
      const { quiet, digest, topics } = view(await load(memberId))
      return { quiet, digest, topics }
    },

    forget: (memberId: string) => store.transact(async (tx) => tx.delete(notificationPreferences, memberId)),
  }
}

const chosen = (topics: PreferencesDocument['topics'], topic: NotificationTopic): Channels => ({
  ...TOPIC_SETTINGS[topic].defaults,
  ...topics[topic],
})

const isSaved = ({ quiet, digest, topics }: PreferencesDocument, edit: PreferencesEdit) =>
  isDeepStrictEqual({ quiet, digest, topics }, edit)

function delivery(topic: NotificationTopic, stored: PreferencesDocument | undefined): Delivery {
  const { always, canWait } = TOPIC_SETTINGS[topic]
  if (always) return EVERYWHERE
  const { quiet, digest, topics } = stored ?? DEFAULTS
  const { inApp, email, push } = chosen(topics, topic)
  // A push notification leads to the one in the app.
  return {
    inApp,
    email: email && !quiet,
    push: push && inApp && !quiet,
    ...(canWait && digest !== 'off' && { digest }),
  }
}
