import { PAGE_SIZE } from '#shared/constants.ts'
import { isNotification, NOTIFICATION_LIFETIME, TOPIC_SETTINGS } from '#shared/notification-topics.ts'
import type { MarkRead, Notification } from '#shared/notifications.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Page } from '#shared/page.ts'
import type { BlockedBy, HiddenFrom } from '#server/features/connections/types.ts'
import { allOf, eachOf } from '#server/lib/all-of.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { deleteBefore } from '#server/lib/delete-before.ts'
import type { Transaction } from '#server/store/port.ts'

import { type NotificationDocument, notifications } from './collection.ts'
import { createOutbox, type OutboxDeps } from './outbox.ts'
import { sentenceOf } from './sentences.ts'
import { createUnreadNotifications, type NotificationAbout } from './unread.ts'

export interface NotificationDeps extends OutboxDeps {
  hiddenFrom: HiddenFrom
  blockedBy: BlockedBy
  /** The places of those that are about what admins have hidden. */
  aboutHidden: (
    found: readonly Pick<NotificationDocument, 'subject' | 'data'>[],
  ) => Promise<ReadonlySet<number>>
  /** Of those whom the viewer can see. From memory. */
  cards: (viewerId: string, memberIds: readonly string[]) => Promise<MemberCard[]>
}

/** Writes of one transaction. */
const BATCH = 200
const SOMEONE = 'Someone'

export type NotificationService = ReturnType<typeof createNotificationService>

export function createNotificationService({ cards, aboutHidden, ...deps }: NotificationDeps) {
  const { store, clock, accountStates, hiddenFrom, blockedBy } = deps
  const { notify, notifiedAmong, progressOf, undelivered, start, deliverDue, idle } = createOutbox(deps)
  const unreadNotifications = createUnreadNotifications(store)

  /** Older ones are deleted, and not shown until they are. */
  const expiry = () => isoInstant(clock() - NOTIFICATION_LIFETIME)

  /** Without those that the member may not see any more. Reads the announcements that some are about. */
  async function visibleOf<N extends NotificationAbout>(memberId: string, found: readonly N[]) {
    const [hidden, stateOf, concealed] = await Promise.all([
      hiddenFrom(memberId),
      accountStates(),
      aboutHidden(found),
    ])
    const oldest = expiry()
    return found.filter(
      ({ topic, actor, at }, place) =>
        // A later release can have stored others.
        isNotification(topic) &&
        at >= oldest &&
        !concealed.has(place) &&
        (actor === undefined ||
          (stateOf(actor) !== 'inactive' && (!hidden.has(actor) || TOPIC_SETTINGS[topic].despiteBlocks))),
    )
  }

  async function view(memberId: string, found: readonly NotificationDocument[]): Promise<Notification[]> {
    const visible = await visibleOf(memberId, found)
    const [actors, blocked] = await Promise.all([
      cards(memberId, [...new Set(visible.flatMap(({ actor }) => actor ?? []))]),
      blockedBy(memberId),
    ])
    const byId = new Map(actors.map((card) => [card.id, card]))
    return visible.map(({ id, topic, subject, at, unread = false, actor = '', data }) => {
      const card = byId.get(actor)
      // A blocked person's words do not reach who blocked them.
      const { text: _words, ...rest } = data
      const shown = blocked.has(actor) ? rest : data
      const text = sentenceOf(topic, { name: card?.displayName ?? SOMEONE, data: shown })
      return { id, topic, text, subject, at, unread, ...(card && { actor: card }) }
    })
  }

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

    /** Latest first. A page has fewer where a block has come between since. */
    async list(memberId: string, cursor?: string): Promise<Page<Notification>> {
      const { items, next } = await store.find(notifications, {
        where: { member: memberId },
        orderBy: 'at',
        direction: 'desc',
        range: { gte: expiry() },
        limit: PAGE_SIZE,
        ...(cursor && { cursor }),
      })
      return { items: await view(memberId, items), ...(next && { next }) }
    },

    /** As the member sees it. Undefined once it is read, or may not be seen. */
    async unreadOne(memberId: string, id: string): Promise<Notification | undefined> {
      const found = await store.get(notifications, id)
      return found?.unread && found.member === memberId ? (await view(memberId, [found]))[0] : undefined
    },

    /** Of these notifications, those that were read. @param ids at most 500 */
    async readAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const stored = ids.length > 0 ? await store.getMany(notifications, ids) : []
      return new Set(stored.flatMap((each) => (each && !each.unread ? [each.id] : [])))
    },

    /** As many as the list shows. From memory, but for the announcements that some are about. */
    unread: async (memberId: string): Promise<number> =>
      (await visibleOf(memberId, await unreadNotifications.of(memberId))).length,

    unreadNotifications,

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
    async *exportOf(memberId: string) {
      const all = eachOf(store, notifications, {
        where: { member: memberId },
        orderBy: 'at',
        direction: 'desc',
      })
      for await (const notification of all) {
        const [shown] = await view(memberId, [notification])
        if (shown) yield { text: shown.text, at: shown.at, unread: shown.unread }
      }
    },

    /** The member's own, and the name of the member in those of others. */
    async forget(memberId: string): Promise<void> {
      const own = await allOf(store, notifications, {
        where: { member: memberId },
        orderBy: 'at',
        direction: 'desc',
      })
      await inBatches(own, (tx, { id }) => tx.delete(notifications, id))
      const caused = await allOf(store, notifications, { where: { actor: memberId } })
      await inBatches(caused, (tx, { id }) => tx.delete(notifications, id))
    },
  }
}
