import * as m from '#shared/events/messages.ts'
import { conflict, Failure } from '#server/lib/failure.ts'
import { allOf } from '#server/store/all-of.ts'
import type { AccountStateLookup } from '#server/modules/people/relationships/types.ts'
import type { Notify } from '#server/modules/operations/outbox/types.ts'
import type { Reader, Transaction } from '#server/store/port.ts'

import { type EventSeats, eventSeats, type RsvpDocument, rsvps } from './collection.ts'
import {
  addToCounts,
  reconcileRsvps,
  type RsvpChange,
  type SeatInputs,
  waitlistReadLimit,
} from './reconcile-seats.ts'
import {
  assertCapacity,
  canTakeSeat,
  isExpired,
  expiredAt,
  offerEnd,
  rescheduled,
  type SeatRules,
} from './seats.ts'

const BATCH = 500
/** Each is a write; Firestore allows 500 per transaction. */
const DELETED = 200
/** Minimum number to read beyond members who cannot take a seat: a round trip for each would be slow. */
const MIN_FURTHER = 20

/** The only way to write an RSVP. */
export const putRsvp = (tx: Pick<Transaction, 'put'>, rsvp: RsvpDocument) =>
  tx.put(rsvps, { ...rsvp, version: (rsvp.version ?? 0) + 1 })

interface Reconciliation {
  now: number
  notify: Notify
  accountStateOf: AccountStateLookup
  /** Tickets without a limit start after it. */
  lastTicket: number
  /** Each of a different member. Without any, applies changes by time or by an edit of the event. */
  rsvpChanges?: readonly RsvpChange[]
  /** Whether the event has changed, so that its waitlist may move even without a limit. */
  isEdited?: boolean
  /** Whether the event had no limit until now, so that its seats have to be counted. */
  isNewlyLimited?: boolean
}

/** Reads the input of `reconcileRsvps`, writes its changes, and notifies members who leave the waitlist. */
export async function reconcileStoredSeats(
  tx: Transaction,
  event: SeatRules,
  reconciliation: Reconciliation,
) {
  const {
    now,
    notify,
    lastTicket,
    rsvpChanges = [],
    isEdited = false,
    isNewlyLimited = false,
  } = reconciliation
  const inputs =
    event.capacity === undefined
      ? {
          seats: { ...noSeats(event), lastTicket },
          ...(await unlimitedInputs(tx, event, now, isEdited ? [] : rsvpChanges)),
        }
      : await limitedInputs(tx, event, reconciliation)
  const { waitlist } = inputs
  const changes = reconcileRsvps(event, inputs, now, rsvpChanges)
  const waited = new Set(waitlist.map(({ id }) => id))
  for (const { before } of rsvpChanges) waited.delete(before.id)
  for (const rsvp of changes.changed) {
    putRsvp(tx, rsvp)
    if (waited.has(rsvp.id)) notifyOfSeat(tx, event, rsvp, notify)
  }
  const isRecounted = changes.changed.length > 0 || isNewlyLimited
  if (event.capacity !== undefined && isRecounted) tx.put(eventSeats, changes.seats)
  return changes
}

const noSeats = ({ id }: SeatRules): EventSeats => ({ id, going: 0, held: 0, waiting: 0, lastTicket: 0 })

async function limitedInputs(
  tx: Transaction,
  event: SeatRules,
  { now, rsvpChanges = [], isNewlyLimited, accountStateOf }: Reconciliation,
): Promise<SeatInputs> {
  const stored = isNewlyLimited ? await countSeats(tx, event) : await tx.get(eventSeats, event.id)
  const seats = stored ?? noSeats(event)
  const expiring = seats.held > 0 ? await expiredOffers(tx, event, now) : []
  const limit = waitlistReadLimit(event, seats, [...expiring, ...rsvpChanges.map(({ before }) => before)])
  if (seats.waiting === 0 || limit <= 0) return { seats, expiring, waitlist: [] }
  return { seats, expiring, waitlist: await waitlistHead(tx, event, limit, canTakeSeat(accountStateOf)) }
}

/**
 * RSVPs do not affect each other, so members who are not active get seats too without taking anyone's. Offers and
 * waitlist places from before the limit was removed no longer apply.
 */
async function unlimitedInputs(
  tx: Transaction,
  event: SeatRules,
  now: number,
  rsvpChanges: readonly RsvpChange[],
): Promise<Omit<SeatInputs, 'seats'>> {
  if (rsvpChanges.length > 0) return { expiring: rsvpChanges.map(({ before }) => before), waitlist: [] }
  const [expiring, waitlist] = await Promise.all([
    expiredOffers(tx, event, now),
    waitlistHead(tx, event, Infinity, () => true),
  ])
  return { expiring, waitlist }
}

/** Counts all RSVPs: thousands of reads, for an organiser who introduces a limit. */
async function countSeats(tx: Transaction, event: SeatRules): Promise<EventSeats> {
  let seats = noSeats(event)
  for (const state of ['going', 'offered', 'waitlisted']) {
    const found = await allOf(tx, rsvps, { where: { event: event.id, state }, orderBy: 'ticket' })
    for (const rsvp of found) seats = addToCounts(seats, rsvp, 1)
  }
  return seats
}

export function notifyOfSeat(tx: Transaction, { id, title }: SeatRules, rsvp: RsvpDocument, notify: Notify) {
  const { state, ticket, offerUntil } = rsvp
  if (state !== 'going' && state !== 'offered') return
  notify(tx, {
    topic: state === 'going' ? 'seatPromoted' : 'seatOffered',
    subject: { kind: 'event', id },
    dedupeKey: `${rsvp.id} ${offerUntil ?? ticket}`,
    recipients: [rsvp.member],
    data: { title },
  })
}

async function expiredOffers(tx: Transaction, event: SeatRules, now: number) {
  const { items } = await tx.find(rsvps, {
    where: { event: event.id, state: 'offered' },
    orderBy: 'offerUntil',
    range: expiredAt(now),
    limit: BATCH,
  })
  return items.map((rsvp) => rescheduled(event, rsvp))
}

/** The first `limit` members of the waitlist who can take a seat. */
async function waitlistHead(
  tx: Transaction,
  event: SeatRules,
  limit: number,
  mayBeSeated: (rsvp: RsvpDocument) => boolean,
) {
  const head: RsvpDocument[] = []
  for (let cursor: string | undefined; head.length < limit;) {
    const missing = limit - head.length
    const { items, next } = await tx.find(rsvps, {
      where: { event: event.id, state: 'waitlisted' },
      orderBy: 'ticket',
      limit: Math.min(BATCH, cursor === undefined ? missing : Math.max(MIN_FURTHER, missing)),
      cursor,
    })
    head.push(...items.filter(mayBeSeated).map((rsvp) => rescheduled(event, rsvp)))
    if (!next) break
    cursor = next
  }
  return head.slice(0, limit)
}

/**
 * Called for an event that starts at another time: offers end by then. Runs before `reconcileStoredSeats`, whose
 * changes win.
 */
export async function rescheduleOffers(tx: Transaction, event: SeatRules) {
  const where = { event: event.id, state: 'offered' }
  const offered = await allOf(tx, rsvps, { where, orderBy: 'offerUntil' })
  for (const rsvp of offered) putRsvp(tx, rescheduled(event, rsvp))
}

/** Called for a cancelled or hidden event: its offers no longer expire, and their seats go to no one else. */
export async function freezeOffers(tx: Transaction, { id }: SeatRules, now: number) {
  const offered = await allOf(tx, rsvps, { where: { event: id, state: 'offered' }, orderBy: 'offerUntil' })
  for (const rsvp of offered) {
    const { offerUntil: _, ...frozen } = rsvp
    if (!isExpired(rsvp, now)) putRsvp(tx, frozen)
  }
}

/** An event that is shown again gives its offers their full time: no one could claim a seat while it was hidden. */
export async function freezeOrRenewOffers(
  tx: Transaction,
  before: SeatRules,
  event: SeatRules,
  now: number,
  notify: Notify,
) {
  if (event.hidden?.event) await freezeOffers(tx, event, now)
  else if (before.hidden?.event) await renewOffers(tx, event, now, notify)
}

async function renewOffers(tx: Transaction, event: SeatRules, now: number, notify: Notify) {
  const offered = await allOf(tx, rsvps, { where: { event: event.id, state: 'offered' }, orderBy: 'ticket' })
  for (const rsvp of offered) {
    if (rsvp.offerUntil !== undefined) continue
    const renewed = { ...rsvp, offerUntil: offerEnd(event, now) }
    putRsvp(tx, renewed)
    if (now < Date.parse(event.startsAt)) notifyOfSeat(tx, event, renewed, notify)
  }
}

/** @throws Failure with the number of seats that are needed, for the field `capacity` */
export async function assertEnoughSeats(
  tx: Transaction,
  before: Pick<SeatRules, 'capacity'>,
  event: SeatRules,
  seats: EventSeats,
) {
  const { items } = await tx.find(rsvps, {
    where: { event: event.id, state: 'waitlisted' },
    orderBy: 'guests',
    direction: 'desc',
    limit: 1,
  })
  assertCapacity(before, event, seats, items[0])
}

/** Whether anyone has ever RSVP’d. */
export async function hasRsvps(reader: Pick<Reader, 'find'>, event: string) {
  const { items } = await reader.find(rsvps, { where: { event }, orderBy: 'startsAt', limit: 1 })
  return items.length > 0
}

/** Called in the transaction that makes a published event a draft again. */
export async function assertNoRsvps(tx: Transaction, event: string) {
  if (await hasRsvps(tx, event))
    throw conflict('event_has_rsvps', m.lifecycleHasRsvps(), { detail: m.lifecycleHasRsvpsText() })
}

/** Called in each transaction that deletes a part of an event. @returns whether there may be more */
export async function deleteBatch(tx: Transaction, event: string) {
  const query = { where: { event }, orderBy: 'startsAt', limit: DELETED } as const
  const { items } = await tx.find(rsvps, query)
  for (const { id } of items) tx.delete(rsvps, id)
  return items.length === DELETED
}

/** The reason for which the event can't have the new capacity, shown to the organiser. */
export async function capacityProblem(reader: Pick<Reader, 'get'>, before: SeatRules, after: SeatRules) {
  if (before.capacity === after.capacity || after.capacity === undefined) return undefined
  const seats = await reader.get(eventSeats, before.id)
  if (!seats) return undefined
  try {
    assertCapacity(before, after, seats)
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error.more.fields?.['capacity']
    throw error
  }
}
