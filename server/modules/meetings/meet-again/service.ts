import { Type, type Static } from 'typebox'

import * as m from '#shared/meetings/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { Suggestion } from '#shared/people/connections.ts'
import type { EventStatus } from '#shared/events/rules.ts'
import type { MeetAgainChoice, MeetAgainPage } from '#shared/meetings/meet-again.ts'
import { exported } from '#server/modules/account-data-part.ts'
import type { Actor } from '#server/modules/actor.ts'
import { isCurrent, isHistory } from '#server/modules/events/events/rules.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { allOf, deleteAll } from '#server/store/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'
import { fingerprint, pageAt } from '#server/views/cursor.ts'
import { parseCard } from '#server/views/cards.ts'

import { meetAgainChoices } from './collection.ts'
import { presentRows, visitOf } from './queries.ts'

/** Members that the member would like to meet again after an event. */
const ExportedChoicesSchema = Type.Array(
  Type.Object({ event: Type.String(), of: Type.String(), chosenAt: Type.String() }),
)
export type ExportedChoices = Static<typeof ExportedChoicesSchema>

interface Deps {
  store: Store
  clock: Clock
  people: People
  events: Events
  attendance: Attendance
}

/** Milliseconds after the end of the event. */
const OPEN_FOR = 3 * DAY
const SUGGESTED = 3
const MAX_CHOICES = 500

export type MeetAgainService = ReturnType<typeof createMeetAgainService>

/**
 * Leads from an event to a meeting: suggests people to meet before it, and keeps a private list of people to meet
 * again after it.
 */
export function createMeetAgainService({ store, clock, people, events, attendance }: Deps) {
  const { eventAccess } = events
  const { rsvps } = attendance

  async function existingEvent(reader: Pick<Reader, 'get'>, eventId: string, viewer: Actor) {
    const event = await eventAccess.visibleEvent(reader, eventId, viewer)
    if (!event) throw notFound('event')
    return event
  }

  async function visit(viewer: Actor, eventId: string) {
    const found = visitOf(await store.views(), viewer, eventId)
    if (!found) throw notFound('event')
    return found
  }

  /** Decided in the transaction: a blocked or suspended member looks like one who was not there. */
  async function assertPresent(tx: Transaction, eventId: string, [actor, of]: readonly [string, string]) {
    const [answers, { byViewer, ofViewer }, state] = await Promise.all([
      rsvps.reader.rsvpsTo(tx, eventId, [actor, of]),
      people.blocks.blocksBetween(tx, actor, of),
      people.members.accountStateOf(tx, of),
    ])
    if (!answers.get(actor)?.checkedInAt) throw notCheckedIn()
    const isPresent = answers.get(of)?.checkedInAt !== undefined && state === 'active'
    if (!isPresent || byViewer || ofViewer || actor === of) throw notFound('attendee')
  }

  return {
    /** At most three others who are going, with reasons, until the event ends. Only for members who are going. */
    async worthMeeting(viewer: Actor, eventId: string): Promise<{ items: Suggestion[] }> {
      const event = await visit(viewer, eventId)
      if (!isCurrent.of(event, clock()) || event.state !== 'going') return { items: [] }
      const going = new Set(await rsvps.reader.attendeeIds(eventId))
      const own = await people.members.ownProfile(viewer)
      return { items: await people.suggestions.suggestions(own, SUGGESTED, { ids: going }) }
    },

    /** Open to members who were checked in, until three days after the event. @throws BadCursor */
    async list(viewer: Actor, eventId: string, cursor?: string): Promise<MeetAgainPage> {
      const event = await visit(viewer, eventId)
      if (event.isHistory === 1 || !isOpen(event, clock()) || event.checkedInAt === null) return { items: [] }
      const query = fingerprint('meet-again', eventId)
      const views = await store.views()
      const { items, next } = pageAt(cursor, query, (range) => presentRows(views, viewer.id, eventId, range))
      return {
        items: items.map(({ card, state }) => ({ member: parseCard(card), state })),
        next,
        openUntil: isoInstant(closesAt(event)),
      }
    },

    /** Connects the two if the other chose the member, too. Choosing twice succeeds. */
    async choose(actor: Actor, eventId: string, of: string): Promise<Pick<MeetAgainChoice, 'state'>> {
      return store.transact(async (tx): Promise<Pick<MeetAgainChoice, 'state'>> => {
        const now = clock()
        const by = actor.id
        const event = await existingEvent(tx, eventId, actor)
        if (isHistory.of(event) || !isOpen(event, now)) throw closed()
        await assertPresent(tx, eventId, [by, of])
        const id = joinedId(eventId, by, of)
        const [own, theirs] = await tx.getMany(meetAgainChoices, [id, joinedId(eventId, of, by)])
        if (await people.connections.commands.isConnected(tx, by, of)) return { state: 'connected' }
        if (!theirs) {
          if (!own) tx.create(meetAgainChoices, { id, event: eventId, by, of, chosenAt: isoInstant(now) })
          return { state: 'chosen' }
        }
        // Deleted, because an old choice must not restore a connection that one of them ends.
        for (const choice of [own, theirs]) if (choice) tx.delete(meetAgainChoices, choice.id)
        await people.introductions.chosenByBoth(tx, { event: eventId, by, of })
        return { state: 'connected' }
      })
    },

    /** Does not end a connection. */
    async withdraw(by: string, eventId: string, of: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(meetAgainChoices, joinedId(eventId, by, of)))
    },

    /** Called in the transaction that creates a block: the blocker no longer wants to meet them. */
    async endByBlock(tx: Transaction, blocker: string, blocked: string): Promise<void> {
      const where = { by: blocker, of: blocked }
      const { items } = await tx.find(meetAgainChoices, { where, limit: MAX_CHOICES })
      for (const { id } of items) tx.delete(meetAgainChoices, id)
    },

    exportOf: async (memberId: string) =>
      (await allOf(store, meetAgainChoices, { where: { by: memberId } })).map(({ event, of, chosenAt }) => ({
        event,
        of,
        chosenAt,
      })),

    /** Deletes choices in both directions. */
    async forget(memberId: string): Promise<void> {
      await deleteAll(store, meetAgainChoices, { where: { by: memberId } }, { where: { of: memberId } })
    },
  }
}

const closesAt = ({ endsAt }: { endsAt: string }) => Date.parse(endsAt) + OPEN_FOR

const isOpen = (event: { status: EventStatus; endsAt: string }, now: number) =>
  event.status !== 'cancelled' && now < closesAt(event)

const closed = () => conflict('meet_again_closed', m.againClosed())
const notCheckedIn = () => conflict('not_checked_in', m.againNotCheckedIn())

export const meetAgainChoicesAccountData = (service: MeetAgainService) =>
  exported(
    { name: 'meetAgainChoices', collections: [meetAgainChoices], schema: ExportedChoicesSchema },
    service,
  )
