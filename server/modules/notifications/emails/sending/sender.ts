import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { isGuestId } from '#shared/people/guest-id.ts'
import { EMAIL_TOPICS } from '#shared/notifications/topics.ts'
import type { Identity, IdentityUser } from '#server/identity/port.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Logger } from '#server/logging/logger.ts'
import { MailError, type Mailer, type Message } from '#server/mail/port.ts'
import type { Store } from '#server/store/port.ts'
import { type EmailDocument, emails } from '#server/modules/notifications/emails/collection.ts'
import { explicitRecipientOf } from '#server/modules/notifications/emails/explicit-recipient.ts'

import { supersedingOf } from './queue.ts'
import type { Refusals } from './refusals.ts'

interface SenderDeps {
  store: Store
  clock: Clock
  newId: () => string
  logger: Pick<Logger, 'warn' | 'error'>
  mailer: Mailer
  identity: Pick<Identity, 'lookupUsers'>
  refusals: Refusals
  /** Address of a guest without an account; undefined once it is deleted. */
  addressOfGuest: (id: string) => Promise<string | undefined>
  /** The message with the current state, or a short reason why there is none. */
  compose: (email: EmailDocument, address: string) => Promise<Message | { dropped: string }>
}

/** Members whose emails one query finds; their addresses are one request to the identity provider. */
const MEMBERS = 100
/** Emails of one member that are read together. */
const AHEAD = 20
/**
 * Milliseconds after which another replica takes over from a process that ended. Longer than the mail server may
 * take.
 */
const LEASE = 2 * MINUTE
/** Milliseconds after which a run ends, so that a process can shut down. */
const RUN = 4 * SECOND
/** Backoff for a mail server that wants fewer messages, increasing up to the longest. */
const PAUSE = { first: 10 * SECOND, longest: 5 * MINUTE }
const RETRY = { first: MINUTE, longest: 2 * 60 * MINUTE }
/** Consecutive messages that the server defers, after which it is assumed to want fewer. */
const THROTTLED = 3
/** Lasts for about two days. */
const MAX_ATTEMPTS = 30
/** Attempts for a message that cannot be composed, which is a defect of ours. */
const MAX_DEFECTS = 5

/**
 * Sends queued emails: each at most once, those of a member in their order, on any number of replicas (decision
 * 047).
 */
export function createSender(deps: SenderDeps) {
  const { store, clock, newId, logger, mailer, identity, refusals, addressOfGuest, compose } = deps
  let pause = 0
  let pausedUntil = 0
  /** Consecutive messages that the server has deferred. */
  let inARow = 0

  /** Leases the member's first email, and ends those that need no sending. */
  const lease = (member: string) =>
    store.transact(async (tx): Promise<EmailDocument | 'again' | undefined> => {
      const where = { member, state: 'queued' }
      const { items } = await tx.find(emails, { where, orderBy: 'at', limit: AHEAD })
      // A replica of a later release sends emails of its own topics.
      const [first, ...later] = items.filter(({ topic }) => EMAIL_TOPICS.includes(topic))
      if (!first) return undefined
      const now = clock()
      const dueAt = Date.parse(first.dueAt ?? '')
      // After a clock stepped back, an email must not be held for longer than that.
      if (first.lease !== undefined && dueAt > now && dueAt <= now + 2 * LEASE) return undefined
      const superseding = supersedingOf(first, later)
      const reason = whyEnded(first, superseding !== undefined)
      if (reason) {
        if (superseding) tx.put(emails, superseding)
        tx.put(emails, ended(first, reason, now))
        return 'again'
      }
      if (first.lease === undefined && dueAt > now) {
        for (const email of later)
          if (Date.parse(email.dueAt ?? '') < dueAt) tx.put(emails, { ...email, dueAt: first.dueAt! })
        return undefined
      }
      const leased = {
        ...first,
        lease: newId(),
        attempts: first.attempts + 1,
        dueAt: isoInstant(now + LEASE),
      }
      tx.put(emails, leased)
      return leased
    })

  /** Changes a leased email. @returns false when another replica has taken over */
  const update = ({ id, lease: held }: EmailDocument, change: (current: EmailDocument) => EmailDocument) =>
    store.transact(async (tx) => {
      const current = await tx.get(emails, id)
      if (!current || current.lease !== held) return false
      tx.put(emails, change(current))
      return true
    })

  const end = (email: EmailDocument, how: Ending) => update(email, (current) => ended(current, how, clock()))

  const retry = (email: EmailDocument, milliseconds: number, attempts = email.attempts) =>
    update(email, (current) => {
      const { lease: _, handedOverAt: __, ...rest } = current
      return { ...rest, attempts, dueAt: isoInstant(clock() + milliseconds) }
    })

  /** Called right before the mail server gets the text. */
  const handOver = async (email: EmailDocument) => {
    const isOurs = await update(email, (current) => ({ ...current, handedOverAt: isoInstant(clock()) }))
    if (!isOurs) throw new LeaseLost()
  }

  async function send(email: EmailDocument, user: IdentityUser | undefined) {
    const message = await messageOf(email, user)
    if (!message) return
    try {
      await mailer.send(message, () => handOver(email))
    } catch (error) {
      return failed(email, error, message.to.address)
    }
    pause = 0
    inARow = 0
    await end(email, { state: 'sent' })
    if (explicitRecipientOf(email) === undefined) await refusals.accepted(email.member)
  }

  async function messageOf(email: EmailDocument, user: IdentityUser | undefined) {
    const ownAddress = user?.emailVerified && !user.disabled ? user.email : undefined
    try {
      const address =
        explicitRecipientOf(email) ??
        (isGuestId(email.member) ? await addressOfGuest(email.member) : ownAddress)
      const composed =
        address === undefined
          ? { dropped: 'noVerifiedAddress' }
          : (await refusals.isRefused(email.member, address))
            ? { dropped: 'addressRefused' }
            : await compose(email, address)
      if (!('dropped' in composed)) return composed
      await end(email, { state: 'dropped', reason: composed.dropped })
    } catch (err) {
      logger.error({ err, email: email.id, topic: email.topic }, 'could not compose an email')
      if (email.attempts < MAX_DEFECTS) await retry(email, backoff(RETRY, email.attempts))
      else await end(email, { state: 'failed', reason: 'notWritten' })
    }
    return undefined
  }

  async function failed(email: EmailDocument, error: unknown, address: string) {
    if (error instanceof LeaseLost) return
    if (!(error instanceof MailError)) throw error
    const { kind, message: reason } = error
    logger.warn({ email: email.id, topic: email.topic, kind, answer: reason }, 'email not sent')
    if (kind === 'later') {
      inARow += 1
      if (inARow >= THROTTLED) pauseSending()
      return retry(email, backoff(RETRY, email.attempts))
    }
    if (kind === 'message_refused') return end(email, { state: 'refused', reason })
    if (kind === 'unknown') return end(email, { state: 'unknown', reason })
    if (kind === 'address_refused') {
      if (explicitRecipientOf(email) === undefined) await refusals.refused(email.member, address)
      return end(email, { state: 'refused', reason })
    }
    pauseSending()
    return retry(email, pause, email.attempts - 1)
  }

  function pauseSending() {
    pause = Math.min(pause * 2 || PAUSE.first, PAUSE.longest)
    pausedUntil = clock() + pause
  }

  const isPaused = () => {
    const left = pausedUntil - clock()
    return left > 0 && left <= PAUSE.longest
  }

  /** @returns whether this replica could lease one */
  async function sendAllOf(member: string, user: IdentityUser | undefined, isOver: () => boolean) {
    let hasSent = false
    while (!isOver()) {
      const next = await lease(member)
      if (!next) break
      if (next !== 'again') await send(next, user)
      hasSent = true
    }
    return hasSent
  }

  /** @returns whether any of them could be leased here */
  async function sendPage(page: readonly EmailDocument[], isOver: () => boolean) {
    const members = [...new Set(page.map(({ member }) => member))]
    const users = await identity.lookupUsers(members.filter((id) => !isGuestId(id)))
    let hasSent = false
    for (const member of members) {
      if (isOver()) break
      hasSent = (await sendAllOf(member, users.get(member), isOver)) || hasSent
    }
    return hasSent
  }

  /** Skips members whose first email waits. @returns whether there was anything to send or to end */
  async function sendSome(where: { urgent: true } | undefined, isOver: () => boolean) {
    const due = { where, orderBy: 'dueAt', range: { lte: isoInstant(clock()) } }
    let hasSent = false
    let cursor: string | undefined
    do {
      const { items, next } = await store.find(emails, {
        ...due,
        limit: MEMBERS,
        cursor,
      })
      if (items.length > 0) hasSent = await sendPage(items, isOver)
      cursor = next
    } while (!hasSent && cursor && !isOver())
    return hasSent
  }

  return {
    /** Sends urgent emails first. Safe to run on several replicas at once. */
    async sendDue(): Promise<void> {
      const until = performance.now() + RUN
      const isOver = () => isPaused() || performance.now() > until
      while (!isOver()) {
        const hasSent = (await sendSome({ urgent: true }, isOver)) || (await sendSome(undefined, isOver))
        if (!hasSent) return
      }
    },
  }
}

type Ending = Pick<EmailDocument, 'state' | 'reason'>

/** The mail server has nothing of the email yet, and another replica sends it. */
class LeaseLost extends Error {
  override name = 'LeaseLost'
}

function whyEnded(email: EmailDocument, isSuperseded: boolean): Ending | undefined {
  if (email.handedOverAt !== undefined) return { state: 'unknown', reason: 'processEnded' }
  if (isSuperseded) return { state: 'dropped', reason: 'superseded' }
  if (email.attempts >= MAX_ATTEMPTS) return { state: 'failed', reason: 'triedTooOften' }
  return undefined
}

/** The email without its content. */
const ended = (email: EmailDocument, { state, reason }: Ending, now: number): EmailDocument => {
  const { dueAt: _, lease: __, data: ___, ...rest } = email
  return { ...rest, data: {}, state, endedAt: isoInstant(now), reason }
}

const backoff = ({ first, longest }: typeof RETRY, attempts: number) =>
  Math.min(first * 2 ** (attempts - 1), longest)
