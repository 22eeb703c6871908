import { isoInstant } from '#server/lib/clock.ts'
import { invalidFields } from '#server/lib/failure.ts'
import { allOf } from '#server/lib/all-of.ts'
import type { Transaction } from '#server/store/port.ts'

import { type EventSeats, eventSeats, type RsvpDocument, rsvps } from './collection.ts'
import {
  type Act,
  hasRunOut,
  movedTo,
  OFFER_GRACE,
  type SeatRules,
  headsToRead,
  type Settled,
  settle,
} from './seats.ts'
import { putAnswer } from './writing.ts'

const BATCH = 500

/** Reads what a change bears on, settles it, and writes all that it changed. */
export async function settleIn(tx: Transaction, event: SeatRules, now: number, act?: Act): Promise<Settled> {
  const stored = await tx.get(eventSeats, event.id)
  const seats = stored ?? { id: event.id, going: 0, held: 0, waiting: 0, lastTicket: 0 }
  const due = seats.held > 0 ? await dueOffers(tx, event, now) : []
  const most = headsToRead(event, seats, act ? [...due, act.before] : due)
  const queue = seats.waiting > 0 ? await headsOf(tx, event, most) : []
  const settled = settle(event, { seats, due, queue }, now, act)
  for (const rsvp of settled.changed) putAnswer(tx, rsvp, now)
  if (settled.changed.length > 0) tx.put(eventSeats, settled.seats)
  return settled
}

async function dueOffers(tx: Transaction, event: SeatRules, now: number) {
  const { items } = await tx.find(rsvps, {
    where: { event: event.id, state: 'offered' },
    orderBy: 'offerUntil',
    range: { lt: isoInstant(now - OFFER_GRACE) },
    limit: BATCH,
  })
  return items.map((rsvp) => movedTo(event, rsvp))
}

async function headsOf(tx: Transaction, event: SeatRules, most: number) {
  const heads: RsvpDocument[] = []
  for (let cursor: string | undefined; heads.length < most;) {
    const { items, next } = await tx.find(rsvps, {
      where: { event: event.id, state: 'waitlisted' },
      orderBy: 'ticket',
      limit: Math.min(BATCH, most - heads.length),
      ...(cursor && { cursor }),
    })
    heads.push(...items.map((rsvp) => movedTo(event, rsvp)))
    if (!next) break
    cursor = next
  }
  return heads
}

/** To be followed by `settleIn`, whose changes count over these. */
export async function moveAnswers(tx: Transaction, event: SeatRules, now: number) {
  const all = await allOf(tx, rsvps, { where: { event: event.id }, orderBy: 'answeredAt' })
  for (const rsvp of all) putAnswer(tx, movedTo(event, rsvp), now)
}

/** What was on offer when the event was cancelled stays so: nobody let it run out, and nobody else gets it. */
export async function stopOffers(tx: Transaction, { id }: SeatRules, now: number) {
  const offered = await allOf(tx, rsvps, { where: { event: id, state: 'offered' }, orderBy: 'offerUntil' })
  for (const rsvp of offered) {
    const { offerUntil: _, ...open } = rsvp
    if (!hasRunOut(rsvp, now)) putAnswer(tx, open, now)
  }
}

/** @throws Failure that says how many seats are needed, beside the field */
export async function requireEnoughSeats(tx: Transaction, event: SeatRules, { going, held }: EventSeats) {
  const { id, capacity = Infinity } = event
  const { items } = await tx.find(rsvps, {
    where: { event: id, state: 'waitlisted' },
    orderBy: 'guests',
    direction: 'desc',
    limit: 1,
  })
  const largest = 1 + (items[0]?.guests ?? 0)
  if (going + held > capacity) throw tooFew(`${going + held} seats are taken already.`)
  if (largest > capacity) throw tooFew(`Someone on the waitlist needs ${largest} seats.`)
}

const tooFew = (capacity: string) => invalidFields({ capacity })
