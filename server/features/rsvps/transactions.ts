import { allOf } from '#server/lib/all-of.ts'
import type { AccountStateLookup } from '#server/features/connections/types.ts'
import type { Notify } from '#server/features/notifications/types.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Reader, Transaction } from '#server/store/port.ts'

import { type EventSeats, eventSeats, type RsvpDocument, rsvps } from './collection.ts'
import {
  addToCounts,
  reconcileRsvps,
  type RsvpChange,
  type SeatInputs,
  waitlistReadLimit,
} from './reconcile-seats.ts'
import { assertCapacity, isExpired, OFFER_GRACE, offerEnd, rescheduled, type SeatRules } from './seats.ts'

const BATCH = 500
/** How many to read at least past those who cannot take a seat: a round trip for each would be slow. */
const LEAST_FURTHER = 20

/** The only way to write an RSVP: rosters read by `changedAt`, which must never go back. */
export function putRsvp(tx: Pick<Transaction, 'put'>, rsvp: RsvpDocument, now: number) {
  const changedAt = isoInstant(now)
  const version = (rsvp.version ?? 0) + 1
  tx.put(rsvps, { ...rsvp, version, changedAt: changedAt > rsvp.changedAt ? changedAt : rsvp.changedAt })
}

interface Reconciliation {
  now: number
  notify: Notify
  accountStateOf: AccountStateLookup
  /** Where there is no limit, tickets begin after it. */
  lastTicket: number
  /** Each of another member. Without any, whatever time or an edit of the event has changed. */
  rsvpChanges?: readonly RsvpChange[]
  /** The event had no limit until now, so that its seats have to be counted. */
  isNewlyLimited?: boolean
}

/** Reads what `reconcileRsvps` needs, writes what it changes, and notifies those who leave the waitlist. */
export async function reconcileStoredSeats(
  tx: Transaction,
  event: SeatRules,
  reconciliation: Reconciliation,
) {
  const { now, notify, lastTicket, rsvpChanges = [], isNewlyLimited = false } = reconciliation
  const inputs =
    event.capacity === undefined
      ? { seats: { ...noSeats(event), lastTicket }, ...(await unlimitedInputs(tx, event, now, rsvpChanges)) }
      : await limitedInputs(tx, event, reconciliation)
  const { waitlist } = inputs
  const changes = reconcileRsvps(event, inputs, now, rsvpChanges)
  const waited = new Set(waitlist.map(({ id }) => id))
  for (const { before } of rsvpChanges) waited.delete(before.id)
  for (const rsvp of changes.changed) {
    putRsvp(tx, rsvp, now)
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
  const canTakeSeat = ({ member }: RsvpDocument) => accountStateOf(member) === 'active'
  return { seats, expiring, waitlist: await waitlistHead(tx, event, limit, canTakeSeat) }
}

/**
 * RSVPs do not affect each other, so that members who are not active get seats too: they take nobody's. What was
 * offered or waitlisted before the limit was removed is not theirs.
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

/** From all RSVPs: thousands of reads, for an organiser who introduces a limit. */
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
    occurrence: `${rsvp.id} ${offerUntil ?? ticket}`,
    recipients: [rsvp.member],
    data: { title },
  })
}

async function expiredOffers(tx: Transaction, event: SeatRules, now: number) {
  const { items } = await tx.find(rsvps, {
    where: { event: event.id, state: 'offered' },
    orderBy: 'offerUntil',
    range: { lt: isoInstant(now - OFFER_GRACE) },
    limit: BATCH,
  })
  return items.map((rsvp) => rescheduled(event, rsvp))
}

/** The first `limit` of those on the waitlist who can take a seat. */
async function waitlistHead(
  tx: Transaction,
  event: SeatRules,
  limit: number,
  canTakeSeat: (rsvp: RsvpDocument) => boolean,
) {
  const head: RsvpDocument[] = []
  for (let cursor: string | undefined; head.length < limit;) {
    const missing = limit - head.length
    const { items, next } = await tx.find(rsvps, {
      where: { event: event.id, state: 'waitlisted' },
      orderBy: 'ticket',
      limit: Math.min(BATCH, cursor === undefined ? missing : Math.max(LEAST_FURTHER, missing)),
      ...(cursor && { cursor }),
    })
    head.push(...items.filter(canTakeSeat).map((rsvp) => rescheduled(event, rsvp)))
    if (!next) break
    cursor = next
  }
  return head.slice(0, limit)
}

/** For an event that starts at another time: offers end by then. `reconcileStoredSeats` comes after it: its changes win. */
export async function rescheduleOffers(tx: Transaction, event: SeatRules, now: number) {
  const where = { event: event.id, state: 'offered' }
  const offered = await allOf(tx, rsvps, { where, orderBy: 'offerUntil' })
  for (const rsvp of offered) putRsvp(tx, rescheduled(event, rsvp), now)
}

/** For an event that is cancelled or hidden: its offers no longer expire, and nobody else gets their seats. */
export async function freezeOffers(tx: Transaction, { id }: SeatRules, now: number) {
  const offered = await allOf(tx, rsvps, { where: { event: id, state: 'offered' }, orderBy: 'offerUntil' })
  for (const rsvp of offered) {
    const { offerUntil: _, ...frozen } = rsvp
    if (!isExpired(rsvp, now)) putRsvp(tx, frozen, now)
  }
}

/** Nobody can claim a seat at a hidden event, so that offers have all of their time once it is shown again. */
export async function followVisibility(
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
    putRsvp(tx, renewed, now)
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
  const { items } = await reader.find(rsvps, { where: { event }, limit: 1 })
  return items.length > 0
}
