import { setTimeout as wait } from 'node:timers/promises'

import { DAY, MINUTE, SECOND } from '#shared/lib/durations.ts'
import { notificationPath } from '#shared/notifications/paths.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import type { PushMessage } from '#shared/notifications/push.ts'
import {
  createConcurrencyLimit,
  createKeyedConcurrencyLimit,
} from '#server/lib/concurrency/concurrency-limit.ts'
import { inLanguage } from '#server/lib/language.ts'
import type { Logger } from '#server/logging/logger.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { NotificationService } from '#server/modules/notifications/in-app/service.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'

import type { PushSubscriptionDocument } from './collection.ts'
import type { HttpsPost } from './https-post.ts'
import type { PushService } from './service.ts'
import { createUnresponsiveEndpoints } from './unresponsive.ts'

interface Deps {
  config: { vapid: Platform['config']['vapid']; client: Pick<Platform['config']['client'], 'PRODUCT_NAME'> }
  logger: Pick<Logger, 'warn'>
  push: Pick<PushService, 'hasAny' | 'of' | 'remove'>
  notifications: Pick<NotificationService, 'unreadOne'>
  people: People
  accounts: Accounts
  https: HttpsPost
  /** Milliseconds before each further attempt. */
  retryAfter?: readonly number[]
  /** Milliseconds for one attempt. */
  deadline?: number
}

const CONCURRENCY = 20
/** Members choose their endpoints: without this limit, unresponsive ones would take all slots from everyone else. */
const MAX_CONCURRENT_PER_MEMBER = 2
/** Maximum messages that wait in this process. A message is only a hint: the notification itself is in the app. */
const MAX_WAITING = 20_000
/** Milliseconds. */
const DEADLINE = 10 * SECOND
const RETRY_AFTER = [5 * SECOND, MINUTE]
/** Seconds for which a push service keeps it for a device that is off. */
const TTL = DAY / SECOND
/** Maximum characters. Push services accept 4 KB in all. */
const MAX_TEXT = 400
const UNSUBSCRIBED = [404, 410]

export type PushSender = ReturnType<typeof createPushSender>

/**
 * Sends notifications to the browsers of members who have switched them on (RFC 8030, 8291, 8292). At most once, and
 * without a record: unsent messages are lost when the process ends (decision 047).
 */
export function createPushSender(deps: Deps) {
  const { config, logger, push, notifications, people, accounts, https } = deps
  const { vapid } = config
  const { retryAfter = RETRY_AFTER, deadline = DEADLINE } = deps
  const limit = createConcurrencyLimit(CONCURRENCY)
  const limitOfMember = createKeyedConcurrencyLimit(MAX_CONCURRENT_PER_MEMBER)
  // The member's limit is the outer one: messages that wait for it take no slot of the shared queue.
  const withLimit = <R>(member: string, work: () => Promise<R>) => limitOfMember(member, () => limit(work))
  const unresponsive = createUnresponsiveEndpoints()
  const stopping = new AbortController()
  const { signal } = stopping
  let waiting = 0
  let running = Promise.resolve()

  async function notifyMember(member: string, notificationId: string) {
    if (!(await push.hasAny(member)) || waiting >= MAX_WAITING || signal.aborted) return
    waiting += 1
    try {
      await sendToBrowsers(member, notificationId)
    } finally {
      waiting -= 1
    }
  }

  async function sendToBrowsers(member: string, notificationId: string) {
    const notification = await withLimit(member, () => shown(member, notificationId))
    if (!notification) return
    const payload = JSON.stringify(messageOf(notification, config.client.PRODUCT_NAME))
    const subscriptions = await push.of(member)
    await Promise.all(subscriptions.map((subscription) => sendOrForget(subscription, payload)))
  }

  /**
   * The notification as the member sees it now, in their language; undefined if they may not see it, have read it, or
   * are not active.
   */
  async function shown(member: string, notificationId: string) {
    const stateOf = await people.members.accountStates()
    if (stateOf(member) !== 'active') return undefined
    const language = await accounts.languages.languageOf(member)
    return inLanguage(language, () => notifications.unreadOne(member, notificationId))
  }

  async function sendOrForget(subscription: PushSubscriptionDocument, payload: string) {
    const { member, id, session } = subscription
    if ((await accounts.sessions.wasEnded(session)) || (await isUnsubscribed(subscription, payload)))
      await push.remove(member, id)
  }

  /** @returns whether the browser no longer accepts messages */
  async function isUnsubscribed(subscription: PushSubscriptionDocument, payload: string): Promise<boolean> {
    const { member, endpoint } = subscription
    const { host } = new URL(endpoint)
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await withLimit(member, () => post(subscription, payload)).catch(
        (error: unknown) => error,
      )
      if (outcome === undefined) return false
      if (typeof outcome === 'number' && outcome < 300) return false
      if (typeof outcome === 'number' && UNSUBSCRIBED.includes(outcome)) return true
      const isTemporary = typeof outcome !== 'number' || outcome === 429 || outcome >= 500
      const delay = retryAfter[attempt]
      if (!isTemporary || delay === undefined || signal.aborted) {
        logger.warn(
          { host, ...(typeof outcome === 'number' ? { status: outcome } : { err: outcome }) },
          'push failed',
        )
        return false
      }
      await wait(delay, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** @returns the status of the answer; undefined while the endpoint is paused */
  async function post({ id, endpoint, p256dh, auth }: PushSubscriptionDocument, payload: string) {
    if (unresponsive.isPaused(id)) return undefined
    // Takes megabytes, so it is loaded only when a browser has push messages switched on.
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: vapid!,
      TTL,
      contentEncoding: 'aes128gcm',
    })
    const timeout = AbortSignal.timeout(deadline)
    const message = { headers, body: body ?? Buffer.alloc(0), signal: AbortSignal.any([signal, timeout]) }
    try {
      const status = await https.post(endpoint, message)
      unresponsive.answered(id)
      return status
    } catch (error) {
      if (timeout.aborted) unresponsive.timedOut(id)
      throw error
    }
  }

  return {
    /** Returns at once. */
    send(member: string, notificationId: string) {
      if (!vapid || signal.aborted) return
      const sending = notifyMember(member, notificationId).catch((err: unknown) =>
        logger.warn({ err }, 'push failed'),
      )
      running = Promise.all([running, sending]).then(() => undefined)
    },

    /** Resolves once everything that was to be sent before the call is sent. For tests. */
    idle: () => running,

    stop() {
      stopping.abort()
      https.close()
    },
  }
}

const messageOf = ({ id, text, subject }: Notification, title: string): PushMessage => ({
  title,
  // Does not split a surrogate pair.
  text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '')}…` : text,
  path: notificationPath(subject),
  id,
})
