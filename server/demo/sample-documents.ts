import { connections } from '#server/features/connections/collection.ts'
import { accept, ask } from '#server/features/connections/connection-state.ts'
import { type EventDocument, events } from '#server/features/events/collection.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import { eventSeats, rsvps } from '#server/features/rsvps/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { AnyCollection, DocumentOf } from '#server/store/port.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

const sample = <C extends AnyCollection>(collection: C, document: DocumentOf<C>) => ({ collection, document })

/** Enough that no screen is empty: three events, a connection, a request and a growth meeting. */
export function sampleDocuments(now: number) {
  const morning = Math.floor(now / DAY) * DAY + 8 * HOUR
  const planned = sampleEvents(morning, isoInstant(now - 14 * DAY))
  return [
    ...planned.map((event) => sample(events, event)),
    ...planned.flatMap(sampleAnswers),
    ...sampleConnections(now).map((connection) => sample(connections, connection)),
    sample(meetings, {
      id: 'demo-meeting',
      purpose: 'Who buys signs for a bakery chain, and who should buy bread for town halls',
      kind: 'introduction',
      status: 'scheduled',
      startsAt: isoInstant(morning + 4 * DAY),
      durationMinutes: 45,
      participants: ['demo-member', 'demo-organiser'],
      proposedAt: isoInstant(now - 3 * DAY),
    }),
  ]
}

function sampleConnections(now: number) {
  const asked = ask(undefined, {
    actor: 'demo-member',
    other: 'demo-organiser',
    note: 'You said at the breakfast that you know a printer.',
    now: now - 41 * DAY,
  })
  const waiting = ask(undefined, {
    actor: 'demo-admin',
    other: 'demo-member',
    note: 'Your town hall and my bakery should talk.',
    now: now - DAY,
  })
  return [accept(asked, { actor: 'demo-organiser', now: now - 40 * DAY }), waiting]
}

function sampleEvents(morning: number, createdAt: string): EventDocument[] {
  const planned = (days: number, hours: number) => ({
    startsAt: isoInstant(morning + days * DAY),
    endsAt: isoInstant(morning + days * DAY + hours * HOUR),
    timeZone: 'Europe/Lisbon',
    allDay: false,
    status: 'published' as const,
    visibility: 'members' as const,
    version: 1,
    sequence: 0,
    description: '',
    cover: '' as const,
    guestsMax: 1,
    hosts: ['demo-organiser'],
    tags: [],
    createdBy: 'demo-organiser',
    createdAt,
    changedAt: createdAt,
    publishedAt: createdAt,
  })
  return [
    {
      ...planned(2, 2),
      id: 'demo-breakfast',
      title: 'Members’ breakfast',
      summary: 'Coffee, bread, and one question that everyone answers.',
      format: 'inPerson',
      venue: { name: 'The old customs house', address: { city: 'Lisbon', country_code: 'PT' } },
      capacity: 12,
    },
    {
      ...planned(9, 3),
      id: 'demo-second-site',
      title: 'Opening a second site',
      summary: 'Three members on what they would not do again.',
      format: 'hybrid',
      venue: { name: 'The old customs house', address: { city: 'Lisbon', country_code: 'PT' } },
      joinUrl: 'https://meet.example.org/second-site',
    },
    {
      ...planned(16, 1),
      id: 'demo-contracts',
      title: 'Contracts in plain words',
      summary: 'Bring one page of yours. We read it together.',
      format: 'online',
      joinUrl: 'https://meet.example.org/contracts',
    },
  ]
}

function sampleAnswers({ id, startsAt, createdAt }: EventDocument) {
  const going = ['demo-member', 'demo-organiser']
  return [
    sample(eventSeats, { id, going: going.length, held: 0, waiting: 0, lastTicket: going.length }),
    ...going.map((member, at) =>
      sample(rsvps, {
        id: joinedId(id, member),
        event: id,
        member,
        state: 'going',
        guests: 0,
        ticket: at + 1,
        answeredAt: createdAt,
        startsAt,
      }),
    ),
  ]
}
