import { events } from '#server/modules/events/events/collection.ts'
import { eventSeats, rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import type { EventFixture } from '#server/testing/fixtures/event-fixture.ts'

import type { SeatState } from './seat-invariants.ts'

/** The stored state of one event, as far as it decides its seats. */
export async function seatStateOf(
  { store, clock, ...fixture }: EventFixture,
  id: string,
): Promise<SeatState> {
  const query = { where: { event: id }, orderBy: 'startsAt', limit: 500 } as const
  const [event, seats, found] = await Promise.all([
    store.get(events, id),
    store.get(eventSeats, id),
    store.find(rsvps, query),
  ])
  const [counted] = await fixture.rsvps.reader.seatsOf([event!])
  const { going, waiting } = counted!
  return {
    now: clock(),
    event: event!,
    // Counts of an event without a limit are not stored.
    seats:
      event!.capacity === undefined
        ? { id, going, held: NaN, waiting, lastTicket: Infinity }
        : { id, held: 0, lastTicket: 0, ...seats, going, waiting },
    suspended: fixture.suspended(),
    all: new Map(found.items.map((rsvp) => [rsvp.member, rsvp])),
  }
}
