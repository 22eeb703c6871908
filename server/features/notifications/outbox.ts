import type { BaseLogger } from 'pino'

import { ACCOUNT_TOPICS, isNotification, TOPIC_SETTINGS } from '#shared/notification-topics.ts'
import type { AccountStates, HiddenFrom } from '#server/features/connections/types.ts'
import type { DeliveriesOf } from '#server/features/notification-preferences/types.ts'
import type { QueueEmails } from '#server/features/emails/types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Store } from '#server/store/port.ts'

import { type NotificationDocument, notifications, outbox, type OutboxEntry } from './collection.ts'
import type { Happening, HappeningKey, Notify } from './types.ts'

export interface OutboxDeps {
  store: Store
  clock: Clock
  log: Pick<BaseLogger, 'error'>
  accountStates: AccountStates
  hiddenFrom: HiddenFrom
  /** Ids of all active members. */
  activeIds: () => Promise<Iterable<string>>
  /** Ids of those of them who are admins. */
  adminIds: () => Promise<Iterable<string>>
  /** Ids of those going to the event, or of all with an RSVP other than can't go. */
  attendeeIds: (eventId: string, who: 'going' | 'all') => Promise<readonly string[]>
  deliveriesOf: DeliveriesOf
  queueEmails: QueueEmails
  /** Called with each notification that its member wants to be pushed, once it is stored. */
  onPush?: (memberId: string, notificationId: string) => void
}

/** Notifications written in one transaction. */
const PAGE = 200
/** Deliveries that one run begins; the next goes on. */
const MAX_PER_RUN = 100
/** Milliseconds. After it another replica goes on where a process died. */
const LEASE = 30_000
const NOT_LEASED = isoInstant(0)

/**
 * Notifications by a transactional outbox: what happened is recorded with the change that caused it, and any replica
 * delivers it, exactly once per member (decision 046).
 */
export function createOutbox({
  store,
  clock,
  log,
  accountStates,
  hiddenFrom,
  activeIds,
  adminIds,
  attendeeIds,
  deliveriesOf,
  queueEmails,
  onPush,
}: OutboxDeps) {
  const notify: Notify = (tx, { occurrence, ...happening }) =>
    tx.put(outbox, {
      ...happening,
      id: happeningId({ ...happening, occurrence }),
      recipients: typeof happening.recipients === 'string' ? happening.recipients : [...happening.recipients],
      data: { ...happening.data },
      at: isoInstant(clock()),
      deliveredTo: '',
      leasedUntil: NOT_LEASED,
    })

  /** @returns what is to be delivered, unless another replica does */
  const lease = (id: string) =>
    store.transact(async (tx) => {
      const entry = await tx.get(outbox, id)
      const now = isoInstant(clock())
      if (!entry || entry.leasedUntil > now) return undefined
      const leased = { ...entry, leasedUntil: isoInstant(clock() + LEASE) }
      tx.put(outbox, leased)
      return leased
    })

  async function candidatesOf(recipients: OutboxEntry['recipients'], subjectId: string) {
    if (recipients === 'everyone') return activeIds()
    if (recipients === 'admins') return adminIds()
    if (recipients === 'attendees') return attendeeIds(subjectId, 'all')
    return recipients === 'going' ? attendeeIds(subjectId, 'going') : recipients
  }

  /** In the order of their ids, so that a delivery goes on where another ended. */
  async function recipientsOf({ topic, recipients, subject, actor, doneBy, deliveredTo }: OutboxEntry) {
    const all = new Set(await candidatesOf(recipients, subject.id))
    const notified = await notifiedAmong([...all], { topic, actor, doneBy })
    return notified.filter((id) => id > deliveredTo).toSorted()
  }

  /** Of these members, those who are notified of what happens. */
  async function notifiedAmong(
    ids: readonly string[],
    {
      topic,
      actor,
      doneBy,
    }: Pick<Happening, 'topic'> & Partial<Record<'actor' | 'doneBy', string | undefined>>,
  ) {
    const [stateOf, hidden] = await Promise.all([
      accountStates(),
      actor === undefined || TOPIC_SETTINGS[topic].despiteBlocks ? new Set<string>() : hiddenFrom(actor),
    ])
    const isReachable = (id: string) =>
      ACCOUNT_TOPICS.includes(topic) ? stateOf(id) !== 'deleted' : stateOf(id) === 'active'
    return ids.filter((id) => id !== actor && id !== doneBy && !hidden.has(id) && isReachable(id))
  }

  /** @returns how it stands now, unless another replica has taken over */
  async function deliverPage(entry: OutboxEntry, page: readonly string[], left: number) {
    const deliveries = await deliveriesOf(entry.topic, page)
    let created: NotificationDocument[] = []
    const delivered = await store.transact(async (tx) => {
      created = []
      const {
        recipients: _,
        doneBy: __,
        digestOnly,
        deliveredTo,
        progress,
        leasedUntil,
        id,
        ...happening
      } = entry
      const ids = page.map((member) => notificationId(entry, member))
      const [current, existing] = await Promise.all([
        tx.get(outbox, id),
        ids.length > 0 ? tx.getMany(notifications, ids) : [],
      ])
      if (current?.leasedUntil !== leasedUntil || current.deliveredTo !== deliveredTo) return undefined
      const wanted = page.flatMap((member, at) => {
        const delivery = deliveries.get(member)
        if (delivery?.inApp && isNew(entry, existing[at])) {
          const notification: NotificationDocument = { ...happening, id: ids[at]!, member, unread: true }
          tx.put(notifications, notification)
          created.push(notification)
        }
        const cause = { ...happening, id: joinedId(id, member), happening: id, member }
        const isEmailed = digestOnly === undefined || delivery?.digest !== undefined
        return delivery && isEmailed ? [{ cause, delivery }] : []
      })
      await queueEmails(tx, wanted)
      if (left === 0) {
        tx.delete(outbox, id)
        return entry
      }
      const next = {
        ...entry,
        deliveredTo: page.at(-1)!,
        progress: { reached: (progress?.reached ?? 0) + page.length, left },
        leasedUntil: isoInstant(clock() + LEASE),
      }
      tx.put(outbox, next)
      return next
    })
    for (const { member, id } of created) if (deliveries.get(member)?.push) onPush?.(member, id)
    return delivered
  }

  async function deliver(id: string) {
    let entry: OutboxEntry | undefined = await lease(id)
    if (!entry) return
    const recipients = await recipientsOf(entry)
    for (let at = 0; entry && (at === 0 || at < recipients.length); at += PAGE) {
      const left = Math.max(recipients.length - at - PAGE, 0)
      entry = await deliverPage(entry, recipients.slice(at, at + PAGE), left)
    }
  }

  /** One after the other, so that a member gets notifications in the order in which things happened. */
  async function deliverAll(ids: readonly string[]) {
    for (const id of ids) {
      try {
        await deliver(id)
      } catch (err) {
        log.error({ err, happening: id }, 'notifications could not be delivered yet')
      }
    }
  }

  let running = Promise.resolve()
  /** When each happening that is still to be delivered happened. */
  const undelivered = new Map<string, string>()
  const feed = store.openFeed(outbox, {
    put({ id, topic, at, leasedUntil }) {
      undelivered.set(id, at)
      if (leasedUntil === NOT_LEASED && isNotification(topic)) running = running.then(() => deliverAll([id]))
    },
    remove: (id) => void undelivered.delete(id),
    reset: () => undelivered.clear(),
  })

  return {
    notify,
    notifiedAmong,

    /** Undefined once everyone has it; without numbers before the first have. */
    async progressOf(happening: HappeningKey): Promise<{ reached?: number; left?: number } | undefined> {
      const entry = await store.get(outbox, happeningId(happening))
      return entry && { ...entry.progress }
    },

    /** How many happenings wait, and since when the oldest does: an ISO instant. From memory. */
    undelivered() {
      const [oldestAt] = [...undelivered.values()].toSorted()
      return { entries: undelivered.size, ...(oldestAt !== undefined && { oldestAt }) }
    },

    /** Resolves once this process delivers what is recorded from now on. */
    start: () => feed.sync(),

    /** What was recorded and nobody delivers: of processes that died, or whose feed is cut. The earliest first. */
    async deliverDue() {
      const { items } = await store.find(outbox, {
        orderBy: 'leasedUntil',
        range: { lte: isoInstant(clock()) },
        limit: MAX_PER_RUN,
      })
      // A replica of a later release delivers topics of its own.
      const ours = items.filter(({ topic }) => isNotification(topic))
      await deliverAll(ours.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ id }) => id))
    },

    /** Resolves once what has been recorded in this process is delivered. For tests. */
    idle: async () => {
      await feed.sync()
      await running
    },
  }
}

const notificationId = ({ id, sequence, subject }: OutboxEntry, member: string) =>
  sequence === undefined ? joinedId(id, member) : joinedId('state of', subject.kind, subject.id, member)

/** Deliveries can overtake each other, and clocks differ: only the sequence tells which is later. */
const isNew = ({ sequence = 0 }: OutboxEntry, existing: NotificationDocument | undefined) =>
  !existing || sequence > (existing.sequence ?? sequence)

/** Id of its outbox document. */
export const happeningId = ({ topic, occurrence }: HappeningKey) => joinedId(topic, occurrence)
