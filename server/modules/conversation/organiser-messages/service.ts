import { Type } from 'typebox'

import * as ofEvents from '#shared/events/messages.ts'
import { MESSAGE_GROUPS } from '#shared/conversation/organiser-messages/rules.ts'
import {
  type Announcement,
  type AnnouncementAudience,
  type DeliveryProgress,
  type GroupMessages,
  type MessageGroup,
  MessageGroupSchema,
} from '#shared/conversation/organiser-messages/schema.ts'
import { hasOptions } from '#shared/events/question-rules.ts'
import type { RsvpState } from '#shared/events/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import { VISITOR } from '#server/modules/events/events/rights.ts'
import type { Events } from '#server/modules/events/module.ts'
import { RECIPIENT_STATES } from '#server/modules/attendance/rsvps/rules.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { Failure, invalidFields, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { paragraphs } from '#server/lib/text/plain-text.ts'
import type { Mailer } from '#server/mail/port.ts'
import type { DocumentOf, FeedListener, Store, Transaction } from '#server/store/port.ts'

import { type Audience, createAudiences } from './audiences.ts'
import {
  type AnnouncementDocument,
  announcements,
  attendeeMessages,
  groupMessages,
  type MessageCollection,
} from './collection.ts'
import { createAnnouncementModeration } from './moderation.ts'
import {
  announcementById,
  announcementsOf,
  choiceSizes,
  groupSizes,
  latestAnnouncements,
  messagesOf,
  rsvpCounts,
  sendingOf,
} from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  /** Undefined when no emails are sent. */
  mailer: Mailer | undefined
  operations: Operations
  events: Events
  attendance: Attendance
}

const MAX_LISTED = { announcements: 100, groupMessages: 50 }
/**
 * Only the progress of the latest ones is shown to organisers, because each costs a few reads; emails are sent for
 * five days.
 */
const WITH_PROGRESS = { most: 3, milliseconds: 5 * DAY }

export type OrganiserMessageService = ReturnType<typeof createOrganiserMessageService>

/** Sends what organisers write to the attendees of an event: by notification, and by email to those who want it. */
export function createOrganiserMessageService(deps: Deps) {
  const { store, clock, newId, mailer, operations, events, attendance } = deps
  const audiences = createAudiences({ store, clock, events, attendance })

  /** @param key the same when a request is repeated because its response was lost: the text is then sent once */
  async function send<C extends MessageCollection, Target, To extends DomainEvent['recipients']>(
    audience: Audience<C, Target, To>,
    { actor, eventId, target, body, key = newId() }: Draft<Target>,
  ): Promise<DocumentOf<C>> {
    const { collection, topic } = audience
    const opened = await audience.open(actor, eventId, target)
    const text = paragraphs(body)
    if (visibleLength(text) === 0) throw invalidFields({ text: ofEvents.messagesRule() })
    const id = joinedId(actor.id, eventId, ...audience.idParts(key, target), text)
    return store.transact(async (tx) => {
      const event = await opened.event(tx)
      const sent = await tx.get(collection, id)
      if (sent) return sent
      const recipients = await opened.recipients(tx)
      const message = {
        id,
        event: eventId,
        by: actor.id,
        at: isoInstant(clock()),
        text,
        ...audience.fieldsOf(target, recipients),
      } as DocumentOf<C>
      await assertBelowLimits(tx, audience, message)
      tx.create(collection, message)
      operations.outbox.notify(tx, {
        topic,
        subject: { kind: 'event', id: eventId },
        dedupeKey: id,
        actor: actor.id,
        recipients,
        data: { title: event.title, ...audience.dataOf(message, event) },
      })
      await audience.record(tx, actor, event, message)
      return message
    })
  }

  async function assertBelowLimits<C extends MessageCollection>(
    tx: Transaction,
    { collection, limits }: Pick<Audience<C, never, never>, 'collection' | 'limits'>,
    message: DocumentOf<C>,
  ) {
    if (limits.length === 0) return
    const since = isoInstant(clock() - DAY)
    const recent = await allOf(tx, collection, {
      where: { by: message.by },
      orderBy: 'at',
      range: { gt: since },
    })
    for (const { most, counts = () => true, refusal } of limits) {
      const counted = recent.filter((earlier) => counts(earlier, message))
      if (counted.length < most) continue
      throw new Failure(429, 'message_limit', refusal(counted.length), {
        retryAfter: Date.parse(counted[0]!.at) + DAY - clock(),
      })
    }
  }

  const sendingNow = ({ id }: Actor, event: string) => ({ event, sender: id, now: isoInstant(clock()) })

  async function withProgress(items: readonly Announcement[]) {
    const deliveries = await progressOfLatest(items)
    return items.map((item, at) => ({ ...item, delivery: deliveries[at] }))
  }

  /** @param items latest first */
  function progressOfLatest(items: readonly Pick<Announcement, 'id' | 'at'>[]) {
    const since = isoInstant(clock() - WITH_PROGRESS.milliseconds)
    const latest = items.slice(0, WITH_PROGRESS.most).filter(({ at }) => at > since)
    return Promise.all(latest.map(({ id }) => progressOf(id)))
  }

  /** Progress of the notifications and emails about it. */
  async function progressOf(id: string): Promise<DeliveryProgress> {
    const domainEvent = { topic: audiences.everyone.topic, dedupeKey: id }
    const notifying = await operations.outbox.progressOf(domainEvent)
    const emails = mailer && sendingOf(await store.views(), operations.outbox.idOf(domainEvent))
    return { notifying, emails }
  }

  /** Announcements, latest first; empty for members who are not recipients. Organisers see the delivery progress. */
  async function announcementsFor(viewer: Actor, eventId: string): Promise<Announcement[]> {
    const event = await events.eventAccess.seen(viewer, eventId)
    const managed = await events.eventAccess.canEdit(viewer, event)
    const [{ mine } = {}] = await attendance.rsvps.reader.participation(viewer.id, [event])
    if (!managed && !(mine && RECIPIENT_STATES.has(mine.state))) return []
    const views = await store.views()
    const items = announcementsOf(views, viewer.id, { event: eventId, managed }, MAX_LISTED.announcements)
    return managed ? withProgress(items) : items
  }

  return {
    announcementsFor,

    /** Delivery progress of the latest announcements, for people who manage the event. */
    deliveriesOf: async (eventId: string) =>
      progressOfLatest(latestAnnouncements(await store.views(), eventId, WITH_PROGRESS.most)),

    /** Counts the members whom the actor’s announcement would reach now. */
    async audience(actor: Actor, eventId: string): Promise<AnnouncementAudience> {
      await events.eventAccess.editableEvent(actor, eventId)
      const found = rsvpCounts(await store.views(), sendingNow(actor, eventId))
      const counted = (state: RsvpState) => found.find((each) => each.state === state)?.count ?? 0
      return {
        going: counted('going'),
        waitlisted: counted('waitlisted'),
        offered: counted('offered'),
        maybe: counted('maybe'),
      }
    },

    /** One announcement with its text, even for a viewer who blocked the author and has requested it. */
    async announcementFor(viewer: Actor, eventId: string, id: string): Promise<Announcement> {
      const listed = (await announcementsFor(viewer, eventId)).find((each) => each.id === id)
      const stored = listed && (await store.get(announcements, id))
      if (!stored) throw notFound('announcement')
      const { withheld: _, ...shown } = listed
      return { ...shown, text: stored.text }
    },

    /** The text for guests without an account; undefined once it is deleted or hidden. */
    async textForGuests(id: string): Promise<string | undefined> {
      const found = announcementById(await store.views(), VISITOR.id, id)
      return found?.hidden ? undefined : found?.text
    },

    moderation: createAnnouncementModeration({ store, announcementsFor }),

    async announce(actor: Actor, eventId: string, body: string, key?: string): Promise<Announcement> {
      const { id } = await send(audiences.everyone, { actor, eventId, target: undefined, body, key })
      return announcementById(await store.views(), actor.id, id)!
    },

    /** The groups with the number of members whom a message would reach now, and what was sent. */
    async groups(actor: Actor, eventId: string): Promise<GroupMessages> {
      const { questions = [] } = await events.eventAccess.editableEvent(actor, eventId)
      const views = await store.views()
      const sending = sendingNow(actor, eventId)
      const sizes = groupSizes(views, sending)
      const asked = questions.filter((question) => hasOptions(question))
      const choices = asked.length > 0 ? choiceSizes(views, sending) : []
      const answered = asked.flatMap(({ id, options = [] }) =>
        options.map((value) => ({
          group: { kind: 'answered' as const, question: id, value },
          people: choices.find((choice) => choice.question === id && choice.value === value)?.people ?? 0,
        })),
      )
      const others = MESSAGE_GROUPS.flatMap((kind) =>
        kind === 'answered' ? [] : [{ group: { kind }, people: sizes[kind] }],
      )
      const sent = messagesOf(views, actor.id, eventId, MAX_LISTED.groupMessages)
      return { groups: [...others, ...answered], sent }
    },

    async sendToGroup(
      actor: Actor,
      eventId: string,
      { group, text: body }: { group: MessageGroup; text: string },
      key?: string,
    ): Promise<{ recipients: number }> {
      const { recipients } = await send(audiences.group, { actor, eventId, target: group, body, key })
      return { recipients }
    },

    async sendToAttendee(
      actor: Actor,
      { eventId, memberId }: { eventId: string; memberId: string },
      body: string,
      key?: string,
    ): Promise<void> {
      await send(audiences.attendee, { actor, eventId, target: memberId, body, key })
    },

    /** Follows later changes of announcements by every replica. */
    openFeed: (listener: FeedListener<AnnouncementDocument>) =>
      store.openFeed(announcements, listener, { from: 'now' }),

    /** Runs in the transaction that deletes the event. */
    async eventDeleted(tx: Transaction, eventId: string) {
      const all = await allOf(tx, announcements, { where: { event: eventId }, orderBy: 'at' })
      for (const { id } of all) tx.delete(announcements, id)
    },
  }
}

interface Draft<Target> {
  actor: Actor
  eventId: string
  target: Target
  body: string
  key?: string | undefined
}

const exportedFields = { event: Type.String(), text: Type.String(), at: Type.String() }

const of = (field: 'by' | 'member', memberId: string) =>
  ({ where: { [field]: memberId }, orderBy: 'at' }) as const

/** Messages that the member sent, and those to them alone. Members have the others in their notifications. */
export const organiserMessagesAccountData = (store: Store) => [
  exported(
    { name: 'announcements', collections: [announcements], schema: Type.Array(Type.Object(exportedFields)) },
    {
      exportOf: (memberId) => allOf(store, announcements, of('by', memberId)),
      forget: 'They belong to the organisation, and contain no name of the author.',
    },
  ),
  exported(
    {
      name: 'groupMessages',
      collections: [groupMessages],
      schema: Type.Array(Type.Object({ ...exportedFields, group: MessageGroupSchema })),
    },
    {
      exportOf: (memberId) => allOf(store, groupMessages, of('by', memberId)),
      forget: (memberId) => deleteAll(store, groupMessages, of('by', memberId)),
    },
  ),
  exported(
    {
      name: 'attendeeMessages',
      collections: [attendeeMessages],
      schema: Type.Array(Type.Object({ ...exportedFields, by: Type.String(), member: Type.String() })),
    },
    {
      async exportOf(memberId) {
        const sent = await allOf(store, attendeeMessages, of('by', memberId))
        const received = await allOf(store, attendeeMessages, of('member', memberId))
        return [...sent, ...received.filter(({ by }) => by !== memberId)]
      },
      async forget(memberId) {
        await deleteAll(store, attendeeMessages, of('by', memberId))
        await deleteAll(store, attendeeMessages, of('member', memberId))
      },
    },
  ),
]
