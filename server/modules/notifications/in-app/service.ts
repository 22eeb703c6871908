import { Type } from 'typebox'

import { batchesOf } from '#shared/lib/batches.ts'
import * as m from '#shared/notifications/messages.ts'
import { TIERS } from '#shared/people/tiers.ts'
import { TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import { NOTIFICATION_LIFETIME } from '#shared/operations/notification-topics.ts'
import type { MarkRead, Notification } from '#shared/notifications/schema.ts'
import type { Page } from '#shared/lib/page.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { deleteBefore } from '#server/store/delete-before.ts'
import type { Transaction } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import { parseCard } from '#server/views/cards.ts'
import { parseJson } from '#server/views/sql.ts'
import { exported } from '#server/modules/account-data-part.ts'

import { type NotificationDocument, notifications, reminderProgress } from './collection.ts'
import { createDelivery, type DeliveryDeps } from './delivery.ts'
import { type NotificationRow, notificationsOf, unreadNotification, unreadTotal } from './queries.ts'
import { sentenceOf } from '#server/modules/notifications/topics/topics.ts'

/** Notifications as the sentences that are shown. */
const ExportedNotificationsSchema = Type.Array(
  Type.Object({ text: Type.String(), at: Type.String(), unread: Type.Boolean() }),
)

/** Writes per transaction. */
const BATCH = 200

export type NotificationService = ReturnType<typeof createNotificationService>

export function createNotificationService(deps: DeliveryDeps & { clock: Clock }) {
  const { store, clock } = deps
  const { start, deliverDue, idle, onPush } = createDelivery(deps)

  /** Older ones are deleted, and hidden until then. */
  const expiry = () => isoInstant(clock() - NOTIFICATION_LIFETIME)

  const viewing = (memberId: string) => ({ memberId, since: expiry() })

  const unreadOf = (memberId: string) =>
    allOf(store, notifications, { where: { member: memberId, unread: true } })

  async function inBatches(
    found: readonly NotificationDocument[],
    write: (tx: Transaction, notification: NotificationDocument) => void,
  ) {
    const ids = found.map(({ id }) => id)
    for (const batch of batchesOf(ids, BATCH)) {
      await store.transact(async (tx) => {
        for (const notification of await tx.getMany(notifications, batch)) {
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
    onPush,
    start,
    deliverDue,
    idle,

    /** Latest first. @throws BadCursor */
    async list(memberId: string, cursor?: string): Promise<Page<Notification>> {
      const query = fingerprint('notifications')
      const views = await store.views()
      const { items, next } = pageAt(cursor, query, (range) =>
        notificationsOf(views, viewing(memberId), range),
      )
      return { items: items.map(notificationIn), next }
    },

    /** The notification as the member sees it. Undefined once it is read, or if it may not be seen. */
    async unreadOne(memberId: string, id: string): Promise<Notification | undefined> {
      const found = unreadNotification(await store.views(), viewing(memberId), id)
      return found && notificationIn(found)
    },

    /** The given notifications that were read. @param ids at most 500 */
    async readAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const stored = ids.length > 0 ? await store.getMany(notifications, ids) : []
      return new Set(stored.flatMap((each) => (each && !each.unread ? [each.id] : [])))
    },

    /** The number of unread ones in the list. */
    unread: async (memberId: string): Promise<number> => unreadTotal(await store.views(), viewing(memberId)),

    /**
     * Marks those about the subject, or of its kind, or all. Warnings stay unread until acknowledged. Safe to
     * repeat.
     */
    markRead: (memberId: string, { subject }: MarkRead): Promise<void> =>
      read(
        memberId,
        ({ topic, subject: { kind, id } }) =>
          topic !== 'warning' && (!subject || (kind === subject.kind && id === (subject.id ?? id))),
      ),

    /** Marks the warning of a report as read. Idempotent. */
    acknowledge: (memberId: string, reportId: string): Promise<void> =>
      read(memberId, ({ topic, subject }) => topic === 'warning' && subject.id === reportId),

    /** Called in the transaction of a block: neither is notified any more of personal actions of the other. */
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

    async exportOf(memberId: string) {
      const all = notificationsOf(await store.views(), viewing(memberId))
      return all.map(notificationIn).map(({ text, at, unread }) => ({ text, at, unread }))
    },

    /**
     * Deletes the member's own notifications, and makes those that they caused expire at once: unlike a deletion, a
     * change tells open pages whose number it affects.
     */
    async forget(memberId: string): Promise<void> {
      await deleteAll(store, notifications, { where: { member: memberId }, orderBy: 'at', direction: 'desc' })
      const caused = await allOf(store, notifications, { where: { actor: memberId } })
      await inBatches(caused, (tx, { id, topic, subject, member, actor, sequence }) => {
        // A later state of the subject may have taken its place.
        if (actor !== memberId) return
        const expired = { id, topic, subject, member, data: {}, at: isoInstant(0) }
        // Without the sequence, no later state would be delivered.
        tx.put(notifications, { ...expired, sequence })
      })
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
  startsAt,
  dayZone,
}: NotificationRow): Notification {
  const actor = card === null ? undefined : parseCard(card)
  const about = parseJson(data)
  const text = sentenceOf(topic, { name: actor?.displayName ?? m.someone(), data: about })
  const subject = { kind: subjectKind, id: subjectId }
  const start = startsAt === null ? {} : { startsAt, dayZone: dayZone ?? undefined }
  const tier = about['news'] === 'tierReached' ? TIERS.find((each) => each === about['tier']) : undefined
  return { id, topic, text, subject, ...start, at, unread: unread === 1, tier, actor }
}

export const notificationsAccountData = (service: NotificationService) =>
  exported(
    {
      name: 'notifications',
      collections: [notifications, reminderProgress],
      schema: ExportedNotificationsSchema,
    },
    service,
  )
