import type { Announcement } from '#shared/event-announcements.ts'
import type { EventStatus, RsvpState } from '#shared/event-rules.ts'
import type { MemberCard } from '#shared/members.ts'
import type { Actor } from '#server/lib/actor.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, invalid } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { paragraphs, visibleLength } from '#server/lib/plain-text.ts'
import type { DocumentOf, Store, Transaction } from '#server/store/port.ts'

import { announcements } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  /** @throws Failure when the actor does not manage the event */
  managed: (actor: Actor, eventId: string) => Promise<{ status: EventStatus }>
  /** As the viewer may see it; fails as absent where they may not. */
  details: (
    viewer: Actor,
    eventId: string,
  ) => Promise<{ managed: boolean; mine?: { state: RsvpState } | undefined }>
  /** Of those whom the viewer may see. */
  cards: (viewerId: string, ids: readonly string[]) => Promise<MemberCard[]>
}

/** More than anyone reads. */
const MOST_SHOWN = 100

const TOLD: ReadonlySet<RsvpState> = new Set(['going', 'maybe', 'waitlisted', 'offered'])

export type EventAnnouncements = ReturnType<typeof createEventAnnouncements>

export function createEventAnnouncements({ store, clock, newId, managed, details, cards }: Deps) {
  async function shown(viewerId: string, items: readonly DocumentOf<typeof announcements>[]) {
    const authors = await cards(viewerId, [...new Set(items.map(({ by }) => by))])
    const byId = new Map(authors.map((card) => [card.id, card]))
    return items.map(({ id, text, at, by }): Announcement => {
      const author = byId.get(by)
      return { id, text, at, ...(author && { by: author }) }
    })
  }

  return {
    /**
     * @param key the same when it is sent again because the answer was lost: then the same words are one announcement.
     * Others are another, since the first may have been read.
     */
    async announce(actor: Actor, eventId: string, sent: string, key = newId()): Promise<Announcement> {
      const { status } = await managed(actor, eventId)
      if (status === 'draft') throw conflict('not_published', 'This event has not been published.')
      const text = paragraphs(sent)
      if (visibleLength(text) === 0) throw nothingToRead()
      const id = joinedId(actor.id, eventId, key, text)
      const announcement = await store.transact(async (tx) => {
        const before = await tx.get(announcements, id)
        if (before) return before
        const made = { id, event: eventId, text, by: actor.id, at: isoInstant(clock()) }
        tx.create(announcements, made)
        return made
      })
      return (await shown(actor.id, [announcement]))[0]!
    },

    /** The latest first. For those whom they do not concern there are none. */
    async announced(viewer: Actor, eventId: string): Promise<Announcement[]> {
      const { managed: manages, mine } = await details(viewer, eventId)
      if (!manages && !(mine && TOLD.has(mine.state))) return []
      const { items } = await store.find(announcements, {
        where: { event: eventId },
        orderBy: 'at',
        direction: 'desc',
        limit: MOST_SHOWN,
      })
      return shown(viewer.id, items)
    },

    /** With the event, which was published once and is a draft that nobody ever answered. */
    async forgetEvent(tx: Transaction, eventId: string) {
      const all = await allOf(tx, announcements, { where: { event: eventId }, orderBy: 'at' })
      for (const { id } of all) tx.delete(announcements, id)
    },

    /** What the member announced. It stays when the member leaves: it was said for the organisation. */
    exportOf: (memberId: string) => allOf(store, announcements, { where: { by: memberId }, orderBy: 'at' }),
  }
}

const nothingToRead = () =>
  invalid('invalid_input', 'Some fields need another look.', { fields: { text: 'Please write something.' } })
