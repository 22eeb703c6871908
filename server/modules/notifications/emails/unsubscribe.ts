import * as m from '#shared/notifications/messages.ts'
import { OPTIONAL_TOPICS, TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import type { NotificationTopic } from '#shared/operations/notification-topics.ts'
import { paths } from '#shared/lib/paths.ts'
import type { Subscription } from '#shared/notifications/unsubscribe.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { PreferenceService } from '#server/modules/notifications/preferences/service.ts'
import type { People } from '#server/modules/people/module.ts'
import { notFound } from '#server/lib/failure.ts'
import { isSameSecret, keyedHash } from '#server/lib/keyed-hash.ts'
import type { Platform } from '#server/modules/platform.ts'

const LETTERS = 'letters_'
/** The letters of one chapter. */
type Letters = `${typeof LETTERS}${string}`
type Topic = NotificationTopic | 'digest' | Letters

export const lettersOf = (chapterId: string): Letters => `${LETTERS}${chapterId}`
const areLetters = (topic: string): topic is Letters => topic.startsWith(LETTERS)
const chapterOf = (topic: Letters) => topic.slice(LETTERS.length)

interface Deps {
  config: Platform['config']
  chapters: Chapters
  people: People
  preferences: PreferenceService
}

/** A keyed hash, the topic and the member's id. */
const TOKEN = /^([A-Za-z0-9_-]{43})\.([\w-]{1,100})\.(\S{1,128})$/
const TOPICS: ReadonlySet<string> = new Set([...OPTIONAL_TOPICS, 'digest'])

/** The page that asks and confirms. */
const pageOf = (token: string) =>
  `${paths.verification}?${new URLSearchParams({ mode: 'unsubscribe', token }).toString()}`

export type Unsubscribe = ReturnType<typeof createUnsubscribe>

/**
 * Links that switch emails of one topic off and on again, without a sign-in (RFC 8058). Only the recipient of the
 * email has the link; it opens nothing else, and lasts as long as the account.
 */
export function createUnsubscribe({ config, chapters, people, preferences }: Deps) {
  const [origin] = config.origins

  const sealOf = (topic: string, memberId: string) => keyedHash(config.secret, 'unsubscribe', topic, memberId)

  /** @throws Failure 404 for any link that is not ours, and for a deleted account */
  async function opened(token: string): Promise<{ topic: Topic; memberId: string }> {
    const [, seal = '', topic = '', memberId = ''] = TOKEN.exec(token) ?? []
    const isKnown = TOPICS.has(topic) || areLetters(topic)
    const isOurs = isKnown && isSameSecret(seal, sealOf(topic, memberId))
    const state = isOurs && (await people.members.accountStates())(memberId)
    if (state !== 'active' && state !== 'inactive') throw notFound('link')
    return { topic: topic as Topic, memberId }
  }

  const tokenOf = (topic: Topic, memberId: string) => `${sealOf(topic, memberId)}.${topic}.${memberId}`

  async function view({ topic, memberId }: { topic: Topic; memberId: string }): Promise<Subscription> {
    if (areLetters(topic)) {
      const found = await chapters.letters.subscription(memberId, chapterOf(topic))
      if (!found) throw notFound('link')
      return { label: m.topicLettersOf({ chapter: found.name }), subscribed: found.isOn }
    }
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
      const { memberId, topic } = link
      if (areLetters(topic)) await chapters.letters.setEmail(memberId, chapterOf(topic), subscribed)
      else await preferences.setEmail(memberId, topic, subscribed)
      return view(link)
    },
  }
}
