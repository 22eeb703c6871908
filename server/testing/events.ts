import { type EventDocument, events } from '#server/features/events/collection.ts'
import { eventSeats, type RsvpDocument, rsvps } from '#server/features/rsvps/collection.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Transaction } from '#server/store/port.ts'

const HOUR = 60 * 60 * 1_000

/** By default a published event two hours long that starts in a week. */
export const eventDocument = (id: string, more: Partial<EventDocument> = {}): EventDocument => {
  const startsAt = more.startsAt ?? new Date(Date.now() + 7 * 24 * HOUR).toISOString()
  return {
    id,
    version: 1,
    sequence: 0,
    status: 'published',
    title: `Event ${id}`,
    summary: '',
    description: '',
    endsAt: new Date(Date.parse(startsAt) + 2 * HOUR).toISOString(),
    allDay: false,
    timeZone: 'Europe/Lisbon',
    format: 'inPerson',
    venue: { name: 'The hall', address: { city: 'Lisbon' } },
    cover: '',
    visibility: 'members',
    guestsMax: 0,
    hosts: [],
    tags: [],
    createdBy: 'organiser',
    createdAt: '2026-01-01T00:00:00.000Z',
    changedAt: '2026-01-01T00:00:00.000Z',
    ...more,
    startsAt,
  }
}

/** Stores the event and the RSVPs of the members who are going. */
export function putSeated(
  tx: Transaction,
  event: EventDocument,
  going: readonly string[],
  more: Partial<RsvpDocument> = {},
) {
  const { id, startsAt } = event
  tx.put(events, event)
  const { length } = going
  if (event.capacity !== undefined)
    tx.put(eventSeats, { id, going: length, held: 0, waiting: 0, lastTicket: length })
  for (const [at, member] of going.entries()) {
    tx.put(rsvps, {
      id: joinedId(id, member),
      event: id,
      member,
      state: 'going',
      guests: 0,
      ticket: at + 1,
      answeredAt: event.createdAt,
      changedAt: event.changedAt,
      startsAt,
      ...more,
    })
  }
}
