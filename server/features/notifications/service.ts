import { PAGE_SIZE } from '#shared/constants.ts'
import { NOTIFICATION_LIFETIME, TOPIC_SETTINGS } from '#shared/notification-topics.ts'
import type { MarkRead, Notification } from '#shared/notifications.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import { allOf } from '#server/lib/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { deleteBefore } from '#server/lib/delete-before.ts'
import type { Transaction } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'

import { type NotificationDocument, notifications } from './collection.ts'
import { createOutbox, type OutboxDeps } from './outbox.ts'
import { type NotificationRow, notificationsOf, unreadNotification, unreadTotal } from './queries.ts'
import { sentenceOf } from './sentences.ts'

/** Writes of one transaction. */
const BATCH = 200
const SOMEONE = 'Someone'

export type NotificationService = ReturnType<typeof createNotificationService>

export function createNotificationService(deps: OutboxDeps) {
  const { store, clock } = deps
  const { notify, notifiedAmong, progressOf, undelivered, start, deliverDue, idle } = createOutbox(deps)

  /** Older ones are deleted, and not shown until they are. */
  const expiry = () => isoInstant(clock() - NOTIFICATION_LIFETIME)

  const viewing = (memberId: string) => ({ memberId, since: expiry() })

  const unreadOf = (memberId: string) =>
    allOf(store, notifications, { where: { member: memberId, unread: true } })

  async function inBatches(
    found: readonly NotificationDocument[],
    write: (tx: Transaction, notification: NotificationDocument) => void,
  ) {
    for (let at = 0; at < found.length; at += BATCH) {
      const ids = found.slice(at, at + BATCH).map(({ id }) => id)
      await store.transact(async (tx) => {
        for (const notification of await tx.getMany(notifications, ids)) {
          if (notification) write(tx, notification)
        }
      })
    }
  }

  async function read(memberId: string, isMeant: (notification: NotificationDocument) => boolean) {
    const unread = await unreadOf(memberId)
    await inBatches(unread.filter(isMeant), (tx, notification) => {
      const { unread: _, ...rest } = notification
      tx.put(notifications, rest)
    })
  }

  return {
    notify,
    notifiedAmong,
    progressOf,
    undelivered,
    start,
    deliverDue,
    idle,

    /** Latest first. @throws BadCursor */
    async list(memberId: string, cursor?: string): Promise<Page<Notification>> {
      const query = fingerprint('notifications')
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const page = { after, rows: PAGE_SIZE + 1 }
      const rows = notificationsOf(await store.views(), viewing(memberId), page)
      const { items, next } = pageOf(rows, PAGE_SIZE, query)
      return { items: items.map(notificationIn), ...(next && { next }) }
    },

    /** As the member sees it. Undefined once it is read, or may not be seen. */
    async unreadOne(memberId: string, id: string): Promise<Notification | undefined> {
      const found = unreadNotification(await store.views(), viewing(memberId), id)
      return found && notificationIn(found)
    },

    /** Of these notifications, those that were read. @param ids at most 500 */
    async readAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const stored = ids.length > 0 ? await store.getMany(notifications, ids) : []
      return new Set(stored.flatMap((each) => (each && !each.unread ? [each.id] : [])))
    },

    /** As many as the list shows. */
    unread: async (memberId: string): Promise<number> => unreadTotal(await store.views(), viewing(memberId)),

    /** Those about the subject, or of its kind, or all. Warnings stay unread until acknowledged. Safe to repeat. */
    markRead: (memberId: string, { subject }: MarkRead): Promise<void> =>
      read(
        memberId,
        ({ topic, subject: { kind, id } }) =>
          topic !== 'warning' && (!subject || (kind === subject.kind && id === (subject.id ?? id))),
      ),

    /** The warning of a report. Safe to repeat. */
    acknowledge: (memberId: string, reportId: string): Promise<void> =>
      read(memberId, ({ topic, subject }) => topic === 'warning' && subject.id === reportId),

    /** In the transaction of a block: neither is notified any more of what the other did as a person. */
    async separate(tx: Transaction, one: string, other: string): Promise<void> {
      for (const [member, actor] of [
        [one, other],
        [other, one],
      ] as const) {
        for (const { id, topic } of await allOf(tx, notifications, { where: { member, actor } })) {
          if (!TOPIC_SETTINGS[topic].despiteBlocks) tx.delete(notifications, id)
        }
      }
    },

    deleteExpired: (): Promise<void> => deleteBefore(store, notifications, 'at', expiry()),

    /** As the member reads them. */
    async exportOf(memberId: string) {
      const all = notificationsOf(await store.views(), viewing(memberId))
      return all.map(notificationIn).map(({ text, at, unread }) => ({ text, at, unread }))
    },

    /**
     * The member's own, and what they caused. That expires at once instead: of a change, unlike of a deletion, open pages
     * learn whose number it is about.
     */
    async forget(memberId: string): Promise<void> {
      const own = await allOf(store, notifications, {
        where: { member: memberId },
        orderBy: 'at',
        direction: 'desc',
      })
      await inBatches(own, (tx, { id }) => tx.delete(notifications, id))
      const caused = await allOf(store, notifications, { where: { actor: memberId } })
      await inBatches(caused, (tx, { id, topic, subject, member }) =>
        tx.put(notifications, { id, topic, subject, member, data: {}, at: isoInstant(0) }),
      )
    },
  }
}

function notificationIn({
  id,
  topic,
  subjectKind,
  subjectId,
  at,
  unread,
  data,
  card,
}: NotificationRow): Notification {
  const actor = card === null ? undefined : (JSON.parse(card) as MemberCard)
  const text = sentenceOf(topic, {
    name: actor?.displayName ?? SOMEONE,
    data: JSON.parse(data) as NotificationDocument['data'],
  })
  const subject = { kind: subjectKind, id: subjectId }
  return { id, topic, text, subject, at, unread: unread === 1, ...(actor && { actor }) }
}
