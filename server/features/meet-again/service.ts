import { PAGE_SIZE } from '#shared/constants.ts'
import type { Introduction } from '#shared/connections.ts'
import type { EventStatus, RsvpState } from '#shared/event-rules.ts'
import type { MeetAgainChoice, MeetAgainPage } from '#shared/meet-again.ts'
import type { MemberCard } from '#shared/members.ts'
import type { AccountStateOf, BlocksBetween } from '#server/features/connections/types.ts'
import { allOf } from '#server/lib/all-of.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { conflict, notFound } from '#server/lib/failure.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Reader, Store, Transaction } from '#server/store/port.ts'
import { decodeCursor, fingerprint, pageOf } from '#server/views/cursor.ts'

import { meetAgainChoices } from './collection.ts'
import { presentRows, visitOf } from './queries.ts'

interface Deps {
  store: Store
  clock: Clock
  /** Undefined for what members may not see, too. */
  eventOf: (
    reader: Pick<Reader, 'get'>,
    eventId: string,
  ) => Promise<{ status: EventStatus; endsAt: string } | undefined>
  /** By member. */
  rsvpsTo: (
    reader: Pick<Reader, 'getMany'>,
    eventId: string,
    memberIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { state: RsvpState; checkedInAt?: string }>>
  /** Ids of those going. */
  attendeeIds: (eventId: string) => Promise<string[]>
  /** The best of these for the member to meet, with reasons. */
  suggestionsAmong: (
    memberId: string,
    candidates: ReadonlySet<string>,
    limit: number,
  ) => Promise<Introduction[]>
  accountStateOf: AccountStateOf
  blocksBetween: BlocksBetween
  isConnected: (reader: Pick<Reader, 'get'>, one: string, other: string) => Promise<boolean>
  /** Connects the two and notifies the one who chose first, in the transaction of the second choice. */
  chosenByBoth: (tx: Transaction, choice: { event: string; by: string; of: string }) => Promise<void>
}

const DAY = 24 * 60 * 60 * 1_000
/** After the end of the event. */
const OPEN_FOR = 3 * DAY
const SUGGESTED = 3
const MAX_CHOICES = 500

export type MeetAgainService = ReturnType<typeof createMeetAgainService>

/** From an event to a meeting: whom to look out for before it, and a private list of whom to meet again after it. */
export function createMeetAgainService(deps: Deps) {
  const { store, clock, eventOf, rsvpsTo, attendeeIds, suggestionsAmong } = deps
  const { accountStateOf, blocksBetween, isConnected, chosenByBoth } = deps

  async function existingEvent(reader: Pick<Reader, 'get'>, eventId: string) {
    const event = await eventOf(reader, eventId)
    if (!event) throw notFound('event')
    return event
  }

  async function visit(memberId: string, eventId: string) {
    const found = visitOf(await store.views(), memberId, eventId)
    if (!found) throw notFound('event')
    return found
  }

  /** Decided in the transaction: a block or a suspension looks like someone who was not there. */
  async function assertPresent(tx: Transaction, eventId: string, [actor, of]: readonly [string, string]) {
    const [rsvps, { byViewer, ofViewer }, state] = await Promise.all([
      rsvpsTo(tx, eventId, [actor, of]),
      blocksBetween(tx, actor, of),
      accountStateOf(tx, of),
    ])
    if (!rsvps.get(actor)?.checkedInAt) throw notCheckedIn()
    const isPresent = rsvps.get(of)?.checkedInAt !== undefined && state === 'active'
    if (!isPresent || byViewer || ofViewer || actor === of) throw notFound('attendee')
  }

  return {
    /** For those going, until the event ends: at most three others who are going, with reasons. */
    async worthMeeting(memberId: string, eventId: string): Promise<{ items: Introduction[] }> {
      const { status, endsAt, state } = await visit(memberId, eventId)
      const isAhead = status === 'published' && clock() < Date.parse(endsAt)
      if (!isAhead || state !== 'going') return { items: [] }
      const going = new Set(await attendeeIds(eventId))
      return { items: await suggestionsAmong(memberId, going, SUGGESTED) }
    },

    /** Open to those who were checked in, until three days after the event. @throws BadCursor */
    async list(memberId: string, eventId: string, cursor?: string): Promise<MeetAgainPage> {
      const event = await visit(memberId, eventId)
      if (!isOpen(event, clock()) || event.checkedInAt === null) return { items: [] }
      const query = fingerprint('meet again', eventId)
      const after = cursor === undefined ? undefined : decodeCursor(cursor, query)
      const found = presentRows(await store.views(), memberId, eventId, { after, rows: PAGE_SIZE })
      const { items, next } = pageOf(found, PAGE_SIZE, query)
      return {
        items: items.map(({ card, state }) => ({ member: JSON.parse(card) as MemberCard, state })),
        ...(next && { next }),
        openUntil: isoInstant(closesAt(event)),
      }
    },

    /** Connects the two if the other chose the member, too. Choosing twice succeeds. */
    async choose(by: string, eventId: string, of: string): Promise<Pick<MeetAgainChoice, 'state'>> {
      return store.transact(async (tx): Promise<Pick<MeetAgainChoice, 'state'>> => {
        const now = clock()
        if (!isOpen(await existingEvent(tx, eventId), now)) throw closed()
        await assertPresent(tx, eventId, [by, of])
        const id = joinedId(eventId, by, of)
        const [own, theirs] = await tx.getMany(meetAgainChoices, [id, joinedId(eventId, of, by)])
        if (await isConnected(tx, by, of)) return { state: 'connected' }
        if (!theirs) {
          if (!own) tx.create(meetAgainChoices, { id, event: eventId, by, of, chosenAt: isoInstant(now) })
          return { state: 'chosen' }
        }
        // Spent: if one of them ends the connection, an old choice must not restore it.
        for (const choice of [own, theirs]) if (choice) tx.delete(meetAgainChoices, choice.id)
        await chosenByBoth(tx, { event: eventId, by, of })
        return { state: 'connected' }
      })
    },

    /** Does not end a connection. */
    async withdraw(by: string, eventId: string, of: string): Promise<void> {
      await store.transact(async (tx) => tx.delete(meetAgainChoices, joinedId(eventId, by, of)))
    },

    /** In the transaction that creates a block: the blocker no longer wants to meet them. */
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

    /** In both directions. */
    async forget(memberId: string): Promise<void> {
      const both = [
        ...(await allOf(store, meetAgainChoices, { where: { by: memberId } })),
        ...(await allOf(store, meetAgainChoices, { where: { of: memberId } })),
      ]
      for (const { id } of both) await store.transact(async (tx) => tx.delete(meetAgainChoices, id))
    },
  }
}

const closesAt = ({ endsAt }: { endsAt: string }) => Date.parse(endsAt) + OPEN_FOR

const isOpen = (event: { status: EventStatus; endsAt: string }, now: number) =>
  event.status !== 'cancelled' && now < closesAt(event)

const closed = () => conflict('meet_again_closed', 'You can choose people until three days after the event.')
const notCheckedIn = () => conflict('not_checked_in', 'You can choose people once you’re checked in.')
