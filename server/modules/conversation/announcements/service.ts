import { Type } from 'typebox'

import * as m from '#shared/conversation/messages.ts'
import * as ofEvents from '#shared/events/messages.ts'
import type {
  Announcement,
  AnnouncementAudience,
  DeliveryProgress,
} from '#shared/conversation/announcements/schema.ts'
import { eventPhase, type RsvpState } from '#shared/events/rules.ts'
import { DAY } from '#shared/lib/durations.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Events } from '#server/modules/events/module.ts'
import { mayEdit } from '#server/modules/events/events/rights.ts'
import { RECIPIENT_STATES } from '#server/modules/events/rsvps/rules.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import { allOf } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { oneLine, paragraphs } from '#server/lib/text/plain-text.ts'
import type { Mailer } from '#server/mail/port.ts'
import type { FeedListener, Store, Transaction } from '#server/store/port.ts'

import { type AnnouncementDocument, announcements } from './collection.ts'
import { createAnnouncementModeration } from './moderation.ts'
import { announcementById, announcementsOf, latestAnnouncements, recipients, sendingOf } from './queries.ts'

const ExportedAnnouncementsSchema = Type.Array(
  Type.Object({ event: Type.String(), text: Type.String(), at: Type.String() }),
)

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  /** Undefined when no emails are sent. */
  mailer: Mailer | undefined
  operations: Operations
  events: Events
}

const MAX_LISTED = 100
const TOPIC = 'announcement'
/**
 * Only the progress of the latest ones is shown to organisers, because each costs a few reads; emails are sent for
 * five days.
 */
const WITH_PROGRESS = { most: 3, milliseconds: 5 * DAY }
/** Characters of the text in a notification. */
const EXCERPT = 140

export type AnnouncementService = ReturnType<typeof createAnnouncementService>

export function createAnnouncementService(deps: Deps) {
  const { store, clock, newId, mailer, operations, events } = deps

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
    const domainEvent = { topic: TOPIC, dedupeKey: id } as const
    const notifying = await operations.outbox.progressOf(domainEvent)
    const emails = mailer && sendingOf(await store.views(), operations.outbox.idOf(domainEvent))
    return { notifying, emails }
  }

  /** Latest first; empty for members who are not recipients. Organisers see the delivery progress. */
  async function list(viewer: Actor, eventId: string): Promise<Announcement[]> {
    const event = await events.eventAccess.seen(viewer, eventId)
    const managed = mayEdit.of(event, viewer)
    const [{ mine } = {}] = await events.rsvps.reader.participation(viewer.id, [event])
    if (!managed && !(mine && RECIPIENT_STATES.has(mine.state))) return []
    const views = await store.views()
    const items = announcementsOf(views, viewer.id, { event: eventId, managed }, MAX_LISTED)
    return managed ? withProgress(items) : items
  }

  return {
    list,

    /** Delivery progress of the latest ones, for people who manage the event. */
    deliveriesOf: async (eventId: string) =>
      progressOfLatest(latestAnnouncements(await store.views(), eventId, WITH_PROGRESS.most)),

    /** Counts the members whom the actor’s announcement would reach now. */
    async audience(actor: Actor, eventId: string): Promise<AnnouncementAudience> {
      await events.eventAccess.editableEvent(actor, eventId)
      const now = isoInstant(clock())
      const found = recipients(await store.views(), eventId, { sender: actor.id, now })
      const counted = (state: RsvpState) => found.find((each) => each.state === state)?.count ?? 0
      return {
        going: counted('going'),
        waitlisted: counted('waitlisted'),
        offered: counted('offered'),
        maybe: counted('maybe'),
      }
    },

    /** One announcement with its text, even for a viewer who blocked the author and has requested it. */
    async one(viewer: Actor, eventId: string, id: string): Promise<Announcement> {
      const listed = (await list(viewer, eventId)).find((each) => each.id === id)
      const stored = listed && (await store.get(announcements, id))
      if (!stored) throw notFound('announcement')
      const { withheld: _, ...shown } = listed
      return { ...shown, text: stored.text }
    },

    moderation: createAnnouncementModeration({ store, list }),

    /**
     * @param key the same when a request is repeated because its response was lost: the text is then stored once
     */
    async send(actor: Actor, eventId: string, body: string, key = newId()): Promise<Announcement> {
      const managed = await events.eventAccess.editableEvent(actor, eventId)
      const { status, title, hidden } = managed
      if (hidden?.event) throw conflict('event_hidden', ofEvents.eventHidden())
      if (status === 'draft') throw conflict('not_published', ofEvents.eventUnpublished())
      const text = paragraphs(body)
      if (visibleLength(text) === 0) throw emptyText()
      const id = joinedId(actor.id, eventId, key, text)
      await store.transact(async (tx) => {
        if (await tx.get(announcements, id)) return
        const created = { id, event: eventId, text, by: actor.id, at: isoInstant(clock()) }
        tx.create(announcements, created)
        operations.outbox.notify(tx, {
          topic: TOPIC,
          subject: { kind: 'event', id: eventId },
          dedupeKey: id,
          actor: actor.id,
          recipients: 'attendees',
          data: { title, text: excerptOf(text), announcement: id, phase: eventPhase(managed, clock()) },
        })
        await events.eventAudit.recordAdmin(tx, actor, managed, { action: 'event.announcement_sent' })
      })
      return announcementById(await store.views(), actor.id, id)!
    },

    /** Follows later changes by every replica. */
    openFeed: (listener: FeedListener<AnnouncementDocument>) =>
      store.openFeed(announcements, listener, { from: 'now' }),

    /** Runs in the transaction that deletes the event. */
    async eventDeleted(tx: Transaction, eventId: string) {
      const all = await allOf(tx, announcements, { where: { event: eventId }, orderBy: 'at' })
      for (const { id } of all) tx.delete(announcements, id)
    },

    /** The member's announcements. They outlive the account, because they were made for the organisation. */
    exportOf: (memberId: string) => allOf(store, announcements, { where: { by: memberId }, orderBy: 'at' }),
  }
}

const excerptOf = (text: string) => {
  const line = oneLine(text)
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT).toWellFormed()}…` : line
}

const emptyText = () => invalidFields({ text: m.announcementRuleText() })

export const announcementsAccountData = (service: AnnouncementService) =>
  exported({
    name: 'announcements',
    collections: [announcements],
    schema: ExportedAnnouncementsSchema,
    exportOf: service.exportOf,
    forget: 'They belong to the organisation, and contain no name of the author.',
  })
