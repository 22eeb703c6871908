import { setTimeout as wait } from 'node:timers/promises'

import type { BaseLogger } from 'pino'

import { notificationPath } from '#shared/notification-paths.ts'
import type { Notification } from '#shared/notifications.ts'
import type { PushMessage } from '#shared/push.ts'
import { createConcurrencyLimit, createKeyedConcurrencyLimit } from '#server/lib/concurrency-limit.ts'
import type { HttpsPost } from '#server/lib/https-post.ts'

import type { PushSubscriptionDocument } from './collection.ts'
import type { PushService } from './service.ts'
import { createUnresponsiveEndpoints } from './unresponsive.ts'

interface VapidKeys {
  /** `mailto:` or `https:`: how a push service reaches the operator. */
  subject: string
  /** base64url */
  publicKey: string
  privateKey: string
}

interface Deps {
  vapid: VapidKeys | undefined
  productName: string
  log: Pick<BaseLogger, 'warn'>
  push: Pick<PushService, 'hasAny' | 'of' | 'remove'>
  /** As the member sees it now; undefined if they may not see it, have read it, or are not active. */
  shown: (memberId: string, notificationId: string) => Promise<Notification | undefined>
  /** Whether the session, or what it was replaced by, was ended: not merely expired. */
  wasEnded: (sessionId: string) => Promise<boolean>
  https: HttpsPost
  /** Milliseconds before each further try. */
  retryAfter?: readonly number[]
  /** Milliseconds for one try. */
  deadline?: number
}

const AT_ONCE = 20
/** Members choose their endpoints, and those that never answer would take all places from everyone else. */
const AT_ONCE_PER_MEMBER = 2
/** Waiting in this process. A message is only a hint: the notification itself is in the app. */
const MAX_WAITING = 20_000
/** Milliseconds. */
const DEADLINE = 10_000
const RETRY_AFTER = [5_000, 60_000]
/** Seconds for which a push service keeps it for a device that is off. */
const TTL = 24 * 60 * 60
/** Characters. Push services take 4 KB in all. */
const MAX_TEXT = 400
const UNSUBSCRIBED = [404, 410]

export type PushSender = ReturnType<typeof createPushSender>

/**
 * Sends notifications to the browsers of those who have switched them on (RFC 8030, 8291, 8292). At most once, and without
 * a record: what a process has not sent when it ends is not sent (decision 055).
 */
export function createPushSender(deps: Deps) {
  const { vapid, productName, log, push, shown, wasEnded, https } = deps
  const { retryAfter = RETRY_AFTER, deadline = DEADLINE } = deps
  const limit = createConcurrencyLimit(AT_ONCE)
  const limitOfMember = createKeyedConcurrencyLimit(AT_ONCE_PER_MEMBER)
  // The member's limit is the outer one: what waits for it takes no place in the queue of all.
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
    const payload = JSON.stringify(messageOf(notification, productName))
    const subscriptions = await push.of(member)
    await Promise.all(subscriptions.map((subscription) => sendOrForget(subscription, payload)))
  }

  async function sendOrForget(subscription: PushSubscriptionDocument, payload: string) {
    const { member, id, session } = subscription
    if ((await wasEnded(session)) || (await isUnsubscribed(subscription, payload)))
      await push.remove(member, id)
  }

  /** @returns whether the browser takes no messages any more */
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
        log.warn(
          { host, ...(typeof outcome === 'number' ? { status: outcome } : { err: outcome }) },
          'push failed',
        )
        return false
      }
      await wait(delay, undefined, { signal, ref: false }).catch(() => {})
    }
  }

  /** @returns the status of the answer, or nothing where the endpoint is paused */
  async function post({ id, endpoint, p256dh, auth }: PushSubscriptionDocument, payload: string) {
    if (unresponsive.isPaused(id)) return undefined
    // Takes megabytes, so only where a browser has push messages switched on.
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
        log.warn({ err }, 'push failed'),
      )
      running = Promise.all([running, sending]).then(() => undefined)
    },

    /** Resolves once what was to be sent before the call is sent. For tests. */
    idle: () => running,

    stop() {
      stopping.abort()
      https.close()
    },
  }
}

const messageOf = ({ id, text, subject }: Notification, title: string): PushMessage => ({
  title,
  // Not in the middle of a surrogate pair.
  text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).replace(/[\uD800-\uDBFF]$/, '')}…` : text,
  path: notificationPath(subject),
  id,
})
