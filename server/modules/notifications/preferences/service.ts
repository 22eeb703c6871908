import { isDeepStrictEqual } from 'node:util'

import {
  type Preferences,
  type PreferencesEdit,
  PreferencesEditSchema,
} from '#shared/notifications/preferences.ts'
import { type Channels, OPTIONAL_TOPICS, TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { stale } from '#server/lib/failure.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Refusals } from '#server/modules/notifications/emails/sending/refusals.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { notificationPreferences, type PreferencesDocument } from './collection.ts'
import { isTooLate, nextDigest } from './digest-times.ts'
import type { DeliveriesOf, Delivery, DueDigest } from './types.ts'

interface Deps {
  store: Store
  clock: Clock
  mailer: Platform['mailer']
  people: People
  refusals: Refusals
}

const DEFAULTS: PreferencesEdit = { quiet: false, digest: 'off', topics: {} }
/** Digests per run. */
const DIGEST_BATCH = 200
const EVERYWHERE: Channels = { inApp: true, email: true, push: true }

export type PreferenceService = ReturnType<typeof createPreferenceService>

/** Members' channels for notifications: topic by topic, with a digest, or quietly. */
export function createPreferenceService({ store, clock, mailer, people, refusals }: Deps) {
  const sendsEmail = mailer !== undefined
  const { timeZonesOf } = people.members

  const view = (
    stored: PreferencesDocument | undefined,
    refused: { address: string; since: string } | undefined,
  ): Preferences => {
    const { quiet, digest, topics } = stored ?? DEFAULTS
    return {
      version: stored?.version ?? 0,
      quiet,
      digest,
      topics: Object.fromEntries(OPTIONAL_TOPICS.map((topic) => [topic, chosen(topics, topic)])),
      email: { available: sendsEmail, refused },
    }
  }
  const load = (memberId: string) => store.get(notificationPreferences, memberId)

  const deliveriesOf: DeliveriesOf = async (topic, memberIds) => {
    if (memberIds.length === 0) return new Map()
    const stored = await store.getMany(notificationPreferences, memberIds)
    return new Map(memberIds.map((id, at) => [id, delivery(topic, stored[at])]))
  }

  /** Adds the time of the next digest. Without emails there are none. */
  function scheduled(
    preferences: Omit<PreferencesDocument, 'digestAt'>,
    timeZone: string | undefined,
    before?: string,
  ): PreferencesDocument {
    const { digest } = preferences
    const isSent = sendsEmail && timeZone !== undefined
    const next = isSent && digest !== 'off' ? isoInstant(nextDigest(digest, timeZone, clock())) : before
    return { ...preferences, digestAt: next }
  }

  /** Changes the choices without a version, for links that switch topics. */
  const change = (
    memberId: string,
    topics: (before: PreferencesDocument['topics']) => PreferencesDocument['topics'],
  ) =>
    store.transact(async (tx) => {
      const stored = await tx.get(notificationPreferences, memberId)
      const before = stored ?? { id: memberId, version: 0, changedAt: '', ...DEFAULTS }
      const after = { ...before, topics: topics(before.topics) }
      if (isDeepStrictEqual(after, before)) return
      tx.put(notificationPreferences, {
        ...after,
        version: before.version + 1,
        changedAt: isoInstant(clock()),
      })
    })

  return {
    deliveriesOf,

    /** Switches emails of a topic off, or back to their default. Idempotent. */
    setEmail: (memberId: string, topic: NotificationTopic | 'digest', isOn: boolean): Promise<void> =>
      change(memberId, (topics) => ({
        ...topics,
        ...Object.fromEntries(
          topicsOf(topic).map((each) => [each, withEmail(each, topics, isOn, topic === 'digest')]),
        ),
      })),

    /** Whether the member gets emails of the topic, or anything in the digest. */
    async getsEmail(memberId: string, topic: NotificationTopic | 'digest'): Promise<boolean> {
      const { topics } = (await load(memberId)) ?? DEFAULTS
      return topicsOf(topic).some((each) => chosen(topics, each).email)
    },

    /** Earliest first. */
    async dueDigests(): Promise<DueDigest[]> {
      const { items } = await store.find(notificationPreferences, {
        orderBy: 'digestAt',
        range: { lte: isoInstant(clock()) },
        limit: DIGEST_BATCH,
      })
      return items.flatMap(({ id, digestAt }) => (digestAt === undefined ? [] : [{ id, digestAt }]))
    },

    /** @returns undefined when another replica has taken it, or it was moved; otherwise the next one is set */
    async takeDigest(tx: Transaction, due: DueDigest): Promise<{ isLate: boolean } | undefined> {
      const [stored, zones] = await Promise.all([
        tx.get(notificationPreferences, due.id),
        timeZonesOf([due.id]),
      ])
      if (stored?.digestAt !== due.digestAt) return undefined
      const { digestAt, ...rest } = stored as PreferencesDocument & { digestAt: string }
      tx.put(notificationPreferences, scheduled(rest, zones.get(due.id)))
      return { isLate: isTooLate(rest.digest, Date.parse(digestAt), clock()) }
    },

    /** Called in the transaction that changes the zone of the profile. */
    async moveDigest(tx: Transaction, memberId: string, timeZone: string): Promise<void> {
      const stored = await tx.get(notificationPreferences, memberId)
      if (!stored || stored.digest === 'off') return
      const { digestAt: _, ...rest } = stored
      tx.put(notificationPreferences, scheduled(rest, timeZone))
    },

    async own(memberId: string): Promise<Preferences> {
      const [stored, refused] = await Promise.all([load(memberId), refusals.of(memberId)])
      return view(stored, refused)
    },

    /**
     * Replaces all choices, if `version` is still the latest, which is 0 if nothing was chosen yet.
     * @throws Failure 412 when they were changed elsewhere
     */
    async save(
      memberId: string,
      version: number,
      { quiet, digest, topics }: PreferencesEdit,
    ): Promise<Preferences> {
      const [zones, refused] = await Promise.all([timeZonesOf([memberId]), refusals.of(memberId)])
      return store.transact(async (tx) => {
        const before = await tx.get(notificationPreferences, memberId)
        const latest = before?.version ?? 0
        const edit = { quiet, digest, topics: { ...topics } }
        // A retry after a lost response: the edit is already saved.
        if (before && latest === version + 1 && isSaved(before, edit)) return view(before, refused)
        if (latest !== version) throw stale('choice', 'own')
        const after = { id: memberId, version: version + 1, changedAt: isoInstant(clock()), ...edit }
        tx.put(notificationPreferences, scheduled(after, zones.get(memberId), before?.digestAt))
        return view(after, refused)
      })
    },

    /** The member's choices, or the defaults. */
    async exportOf(memberId: string) {
      const { quiet, digest, topics } = view(await load(memberId), undefined)
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

/** A digest contains every topic that can wait. */
const topicsOf = (topic: NotificationTopic | 'digest') =>
  topic === 'digest' ? OPTIONAL_TOPICS.filter((each) => TOPIC_SETTINGS[each].canWait) : [topic]

function withEmail(
  topic: NotificationTopic,
  topics: PreferencesDocument['topics'],
  isOn: boolean,
  isDigest: boolean,
) {
  const { email: _, ...rest } = topics[topic] ?? {}
  if (!isOn) return { ...rest, email: false }
  return isDigest || TOPIC_SETTINGS[topic].defaults.email ? rest : { ...rest, email: true }
}

function delivery(topic: NotificationTopic, stored: PreferencesDocument | undefined): Delivery {
  const { always, canWait } = TOPIC_SETTINGS[topic]
  if (always) return EVERYWHERE
  const { quiet, digest, topics } = stored ?? DEFAULTS
  const { inApp, email, push } = chosen(topics, topic)
  // A push notification links to the one in the app.
  return {
    inApp,
    email: email && !quiet,
    push: push && inApp && !quiet,
    digest: canWait && digest !== 'off' ? digest : undefined,
  }
}

export const notificationPreferencesAccountData = (service: PreferenceService) =>
  exported(
    {
      name: 'notificationPreferences',
      collections: [notificationPreferences],
      schema: PreferencesEditSchema,
    },
    service,
  )
