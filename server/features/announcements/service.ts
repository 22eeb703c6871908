import type { Announcement, AnnouncementAudience, DeliveryProgress } from '#shared/announcements.ts'
import { eventPhase, type RsvpState } from '#shared/event-rules.ts'
import { visibleLength } from '#shared/visible-length.ts'
import type { AuditEvent, ManagedEvent } from '#server/features/events/types.ts'
import type { HappeningKey, Notify } from '#server/features/notifications/types.ts'
import type { Actor } from '#server/features/session/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalidFields, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { oneLine, paragraphs } from '#server/lib/plain-text.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { announcements } from './collection.ts'
import { createAnnouncementModeration } from './moderation.ts'
import { announcementById, announcementsOf, latestAnnouncements, recipients } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  notify: Notify
  newId: () => string
  /** @throws Failure when the actor does not manage the event */
  managedEvent: (actor: Actor, eventId: string) => Promise<ManagedEvent>
  /** Records what admins do about events that others organise. */
  auditAdmin: AuditEvent
  /** As the viewer may see the event; fails as absent where they may not. */
  eventDetails: (
    viewer: Actor,
    eventId: string,
  ) => Promise<{ managed: boolean; mine?: { state: RsvpState } | undefined }>
  /** Of these members, those who are notified of what the actor announces. */
  notifiedAmong: (
    ids: readonly string[],
    happening: { topic: typeof TOPIC; actor: string },
  ) => Promise<readonly string[]>
  /** How far notifications and emails have got. */
  progressOf: (happening: HappeningKey) => Promise<DeliveryProgress>
}

const MAX_LISTED = 100
const TOPIC = 'announcement'
/** Deliveries of the latest are shown to organisers, since each costs a few reads; emails are sent for five days. */
const WITH_PROGRESS = { most: 3, milliseconds: 5 * 24 * 60 * 60 * 1_000 }
/** Characters of a text in its notification. */
const EXCERPT = 140

export const RECIPIENT_STATES: ReadonlySet<RsvpState> = new Set(['going', 'maybe', 'waitlisted', 'offered'])

export type AnnouncementService = ReturnType<typeof createAnnouncementService>

export function createAnnouncementService(deps: Deps) {
  const { store, clock, notify, newId, managedEvent, auditAdmin, eventDetails, notifiedAmong, progressOf } =
    deps

  async function withProgress(items: readonly Announcement[]) {
    const deliveries = await progressOfLatest(items)
    return items.map((item, at) => ({ ...item, ...(deliveries[at] && { delivery: deliveries[at] }) }))
  }

  /** @param items the latest first */
  function progressOfLatest(items: readonly Pick<Announcement, 'id' | 'at'>[]) {
    const since = isoInstant(clock() - WITH_PROGRESS.milliseconds)
    const latest = items.slice(0, WITH_PROGRESS.most).filter(({ at }) => at > since)
    return Promise.all(latest.map(({ id }) => progressOf({ topic: TOPIC, occurrence: id })))
  }

  /** The latest first; none for members who are not their recipients. Organisers see how far delivery has got. */
  async function list(viewer: Actor, eventId: string): Promise<Announcement[]> {
    const { managed, mine } = await eventDetails(viewer, eventId)
    if (!managed && !(mine && RECIPIENT_STATES.has(mine.state))) return []
    const views = await store.views()
    const items = announcementsOf(views, viewer.id, { event: eventId, managed }, MAX_LISTED)
    return managed ? withProgress(items) : items
  }

  return {
    list,

    /** How far the latest have got, for those who manage the event. */
    deliveriesOf: async (eventId: string) =>
      progressOfLatest(latestAnnouncements(await store.views(), eventId, WITH_PROGRESS.most)),

    /** Counts the members to whom the actor’s announcement would go now. */
    async audience(actor: Actor, eventId: string): Promise<AnnouncementAudience> {
      await managedEvent(actor, eventId)
      const all = recipients(await store.views(), eventId, isoInstant(clock()))
      const ids = all.map(({ member }) => member)
      const notified = new Set(await notifiedAmong(ids, { topic: TOPIC, actor: actor.id }))
      const counted = (asked: RsvpState) =>
        all.filter(({ member, state }) => state === asked && notified.has(member)).length
      return {
        going: counted('going'),
        waitlisted: counted('waitlisted'),
        offered: counted('offered'),
        maybe: counted('maybe'),
      }
    },

    /** One of the list, with its words also for a viewer who blocked the author: they asked for it. */
    async one(viewer: Actor, eventId: string, id: string): Promise<Announcement> {
      const listed = (await list(viewer, eventId)).find((each) => each.id === id)
      const stored = listed && (await store.get(announcements, id))
      if (!stored) throw notFound('announcement')
      const { withheld: _, ...shown } = listed
      return { ...shown, text: stored.text }
    },

    moderation: createAnnouncementModeration({ store, list }),

    /**
     * @param key the same when a request is repeated because its response was lost: the same text is then stored once.
     * Another text is another announcement, since the first may have been read.
     */
    async send(actor: Actor, eventId: string, body: string, key = newId()): Promise<Announcement> {
      const managed = await managedEvent(actor, eventId)
      const { status, title, hidden } = managed
      if (hidden?.event) throw conflict('event_hidden', 'An admin has hidden this event.')
      if (status === 'draft') throw conflict('not_published', 'This event isn’t published yet.')
      const text = paragraphs(body)
      if (visibleLength(text) === 0) throw emptyText()
      const id = joinedId(actor.id, eventId, key, text)
      await store.transact(async (tx) => {
        if (await tx.get(announcements, id)) return
        const created = { id, event: eventId, text, by: actor.id, at: isoInstant(clock()) }
        tx.create(announcements, created)
        notify(tx, {
          topic: TOPIC,
          subject: { kind: 'event', id: eventId },
          occurrence: id,
          actor: actor.id,
          recipients: 'attendees',
          data: { title, text: excerptOf(text), announcement: id, phase: eventPhase(managed, clock()) },
        })
        await auditAdmin(tx, actor, managed, { action: 'event.announcement_sent' })
      })
      return announcementById(await store.views(), actor.id, id)!
    },

    /** For the deletion of a draft that had been published before. */
    async deleteOfEvent(tx: Transaction, eventId: string) {
      const all = await allOf(tx, announcements, { where: { event: eventId }, orderBy: 'at' })
      for (const { id } of all) tx.delete(announcements, id)
    },

    /** What the member announced. It outlives their account: they announced it for the organisation. */
    exportOf: (memberId: string) => allOf(store, announcements, { where: { by: memberId }, orderBy: 'at' }),
  }
}

const excerptOf = (text: string) => {
  const line = oneLine(text)
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT).toWellFormed()}…` : line
}

const emptyText = () => invalidFields({ text: 'Write a message.' })
