import * as m from '#shared/notifications/messages.ts'
import { OPTIONAL_TOPICS, TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { paths } from '#shared/lib/paths.ts'
import type { Subscription } from '#shared/notifications/unsubscribe.ts'
import type { PreferenceService } from '#server/modules/notifications/preferences/service.ts'
import type { People } from '#server/modules/people/module.ts'
import { notFound } from '#server/lib/failure.ts'
import { isSameSecret, keyedHash } from '#server/lib/keyed-hash.ts'
import type { Platform } from '#server/modules/platform.ts'

type Topic = NotificationTopic | 'digest'

interface Deps {
  config: Platform['config']
  people: People
  preferences: PreferenceService
}

/** A keyed hash, the topic and the member's id. */
const TOKEN = /^([A-Za-z0-9_-]{43})\.([A-Za-z]{1,40})\.(\S{1,128})$/
const TOPICS: ReadonlySet<string> = new Set([...OPTIONAL_TOPICS, 'digest'])

/** The page that asks and confirms. */
const pageOf = (token: string) =>
  `${paths.verification}?${new URLSearchParams({ mode: 'unsubscribe', token }).toString()}`

export type Unsubscribe = ReturnType<typeof createUnsubscribe>

/**
 * Links that switch emails of one topic off and on again, without a sign-in (RFC 8058). Only the recipient of the
 * email has the link; it opens nothing else, and lasts as long as the account.
 */
export function createUnsubscribe({ config, people, preferences }: Deps) {
  const [origin] = config.origins

  const sealOf = (topic: string, memberId: string) => keyedHash(config.secret, 'unsubscribe', topic, memberId)

  /** @throws Failure 404 for any link that is not ours, and for a deleted account */
  async function opened(token: string): Promise<{ topic: Topic; memberId: string }> {
    const [, seal = '', topic = '', memberId = ''] = TOKEN.exec(token) ?? []
    const isOurs = TOPICS.has(topic) && isSameSecret(seal, sealOf(topic, memberId))
    const state = isOurs && (await people.members.accountStates())(memberId)
    if (state !== 'active' && state !== 'inactive') throw notFound('link')
    return { topic: topic as Topic, memberId }
  }

  const tokenOf = (topic: Topic, memberId: string) => `${sealOf(topic, memberId)}.${topic}.${memberId}`

  async function view({ topic, memberId }: { topic: Topic; memberId: string }): Promise<Subscription> {
    const label = topic === 'digest' ? m.topicDigest() : TOPIC_SETTINGS[topic].label()
    return { label, subscribed: await preferences.getsEmail(memberId, topic) }
  }

  return {
    /** The address of the page for people, and that of mail programs. */
    url(topic: Topic, memberId: string) {
      const token = tokenOf(topic, memberId)
      return { page: origin + pageOf(token), oneClick: `${origin}/unsubscribe/${encodeURIComponent(token)}` }
    },

    pageOf,

    subscription: async (token: string): Promise<Subscription> => view(await opened(token)),

    /** Idempotent. */
    async set(token: string, subscribed: boolean): Promise<Subscription> {
      const link = await opened(token)
      await preferences.setEmail(link.memberId, link.topic, subscribed)
      return view(link)
    },
  }
}
