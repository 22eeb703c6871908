import { ACCOUNT_TOPICS, TOPIC_SETTINGS } from '#shared/notifications/topics.ts'
import { isGuestId } from '#shared/people/guest-id.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { PreferenceService } from '#server/modules/notifications/preferences/service.ts'
import type { People } from '#server/modules/people/module.ts'
import type { QueueEmails } from '#server/modules/notifications/emails/types.ts'
import { isGuestTopic } from '#server/modules/notifications/topics/guests.ts'
import type { Delivery } from '#server/modules/notifications/preferences/types.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Logger } from '#server/logging/logger.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import type { Store } from '#server/store/port.ts'
import { subjectIdsOf } from '#server/modules/subject-ids.ts'
import type { DomainEvent, OutboxEntry } from '#server/modules/operations/outbox/types.ts'
import type { Operations } from '#server/modules/operations/module.ts'

import { type NotificationDocument, notifications } from './collection.ts'

export interface DeliveryDeps {
  store: Store
  logger: Pick<Logger, 'error'>
  operations: Operations
  people: People
  chapters: Chapters
  events: Events
  attendance: Attendance
  conversation: Conversation
  preferences: PreferenceService
  queueEmails: QueueEmails
}

/** Guests without an account get emails and nothing else. */
const TO_GUESTS: Delivery = { inApp: false, email: true, push: false, digest: undefined }
/** Notifications written in one transaction. */
const PAGE = 200

/** Delivers the entries of the outbox, exactly once per member (decision 046). */
export function createDelivery({
  store,
  logger,
  operations,
  people,
  chapters,
  events,
  attendance,
  conversation,
  preferences,
  queueEmails,
}: DeliveryDeps) {
  const { outbox } = operations
  const { members, blocks } = people
  const pushed = createSubscribers<[memberId: string, notificationId: string]>()

  async function candidatesOf({ recipients, subject, data }: OutboxEntry) {
    const subjects = subjectIdsOf(data) ?? [subject.id]
    if (recipients === 'everyone')
      return events.eventAccess.audienceAmong(subject.id, await members.activeIds())
    if (recipients === 'admins') return members.adminIds()
    if (recipients === 'chapterMembers') return chapters.chapters.memberIds(subject.id)
    if (typeof recipients !== 'string') return recipients
    if (recipients === 'attended') return conversation.feedback.askedIds(subject.id)
    return (
      await Promise.all(subjects.map((id) => attendance.rsvps.reader.respondentIds(id, recipients)))
    ).flat()
  }

  /** Recipients in the order of their ids, so that a delivery can resume where another ended. */
  async function recipientsOf(entry: OutboxEntry) {
    const { topic, actor, doneBy, deliveredTo } = entry
    const all = new Set(await candidatesOf(entry))
    const notified = await notifiedAmong([...all], { topic, actor, doneBy })
    return notified.filter((id) => id > deliveredTo).toSorted()
  }

  /** The given members who are notified of the domain event. */
  async function notifiedAmong(
    ids: readonly string[],
    {
      topic,
      actor,
      doneBy,
    }: Pick<DomainEvent, 'topic'> & Partial<Record<'actor' | 'doneBy', string | undefined>>,
  ) {
    const [stateOf, hidden] = await Promise.all([
      members.accountStates(),
      actor === undefined || TOPIC_SETTINGS[topic].despiteBlocks
        ? new Set<string>()
        : blocks.hiddenFrom(actor),
    ])
    const isReachable = (id: string) =>
      ACCOUNT_TOPICS.includes(topic) ? stateOf(id) !== 'deleted' : stateOf(id) === 'active'
    const isRecipient = (id: string) => (isGuestId(id) ? isGuestTopic(topic) : isReachable(id))
    return ids.filter((id) => id !== actor && id !== doneBy && !hidden.has(id) && isRecipient(id))
  }

  /** @returns the entry's new state, unless another replica has taken over */
  async function deliverPage(entry: OutboxEntry, page: readonly string[], left: number) {
    const deliveries = await preferences.deliveriesOf(entry.topic, page)
    let created: NotificationDocument[] = []
    const delivered = await store.transact(async (tx) => {
      created = []
      const { id, topic, subject, actor, data, sequence, at: happenedAt, digestOnly } = entry
      const domainEvent = {
        topic,
        subject,
        data,
        at: happenedAt,
        actor,
        sequence,
      }
      const ids = page.map((member) => notificationId(entry, member))
      const [isHeld, existing] = await Promise.all([
        outbox.isHeld(tx, entry),
        ids.length > 0 ? tx.getMany(notifications, ids) : [],
      ])
      if (!isHeld) return undefined
      const wanted = page.flatMap((member, at) => {
        const delivery = isGuestId(member) ? TO_GUESTS : deliveries.get(member)
        if (delivery?.inApp && isNew(entry, existing[at])) {
          const notification: NotificationDocument = { ...domainEvent, id: ids[at]!, member, unread: true }
          tx.put(notifications, notification)
          created.push(notification)
        }
        const cause = { ...domainEvent, id: joinedId(id, member), domainEvent: id, member }
        const isEmailed = digestOnly === undefined || delivery?.digest !== undefined
        return delivery && isEmailed ? [{ cause, delivery }] : []
      })
      await queueEmails(tx, wanted)
      return outbox.advance(tx, entry, page, left)
    })
    for (const { member, id } of created) if (deliveries.get(member)?.push) await pushed.emit(member, id)
    return delivered
  }

  async function deliver(leased: OutboxEntry) {
    let entry: OutboxEntry | undefined = leased
    const recipients = await recipientsOf(entry)
    for (let at = 0; entry && (at === 0 || at < recipients.length); at += PAGE) {
      const left = Math.max(recipients.length - at - PAGE, 0)
      entry = await deliverPage(entry, recipients.slice(at, at + PAGE), left)
    }
  }

  async function attempt(id: string, work: () => Promise<void>) {
    try {
      await work()
    } catch (err) {
      logger.error({ err, domainEvent: id }, 'could not deliver notifications yet')
    }
  }

  // One after the other, so that a member gets notifications in the order of the domain events.
  let running = Promise.resolve()
  outbox.onRecorded((entry) => (running = running.then(() => attempt(entry.id, () => deliver(entry)))))

  return {
    /** Calls the listener with each notification that its member wants as push, after it is stored. */
    onPush: pushed.subscribe,

    /** Resolves once this process delivers all later records. */
    start: outbox.start,

    /** Delivers recorded entries that no process is delivering. */
    async deliverDue() {
      for (const id of await outbox.due())
        await attempt(id, async () => {
          const entry = await outbox.lease(id)
          if (entry) await deliver(entry)
        })
    },

    /** Resolves once everything recorded in this process is delivered. For tests and the demo. */
    idle: async () => {
      await outbox.start()
      await running
    },
  }
}

const notificationId = ({ id, sequence, subject }: OutboxEntry, member: string) =>
  sequence === undefined ? joinedId(id, member) : joinedId('state of', subject.kind, subject.id, member)

/** Deliveries can overtake each other, and clocks differ: only the sequence decides which is later. */
const isNew = ({ sequence = 0 }: OutboxEntry, existing: NotificationDocument | undefined) =>
  !existing || sequence > (existing.sequence ?? sequence)
