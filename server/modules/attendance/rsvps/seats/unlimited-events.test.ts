import { afterEach, beforeEach, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { joinedId } from '#server/store/joined-id.ts'
import {
  eventEdit,
  type EventFixture,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'
import { eventSeats, rsvps } from './collection.ts'

const organiser = person('organiser', 'organiser')
const NAMES = Array.from({ length: 20 }, (_, at) => `member-${at}`)

let fixture: EventFixture
beforeEach(async () => {
  fixture = openEventFixture()
  await fixture.put({ id: 'event', guestsMax: 2 })
})
afterEach(() => fixture.close())

const respond = (name: string, guests = 0, state: 'going' | 'maybe' | 'declined' = 'going') =>
  fixture.rsvps.respond(person(name), 'event', { state, guests })
const seats = async (capacity?: number) =>
  (await fixture.rsvps.reader.seatsOf([{ id: 'event', capacity: capacity || undefined }]))[0]

async function editCapacity(capacity?: number) {
  const { version, startsAt, endsAt } = (await fixture.eventAccess.nonDraft(fixture.store, 'event'))!
  const edit = eventEdit({ startsAt, endsAt, guestsMax: 2, capacity: capacity || undefined })
  return fixture.editor.edit(organiser, 'event', version, edit)
}

test('concurrent RSVPs through two replicas share no document, and seats include guests', async () => {
  const replica = fixture.replica()
  await Promise.all(
    NAMES.map((name, at) =>
      (at % 2 === 0 ? fixture : replica).rsvps.respond(person(name), 'event', {
        state: 'going',
        guests: at % 3,
      }),
    ),
  )
  const going = NAMES.reduce((sum, _, at) => sum + 1 + (at % 3), 0)
  expect(await seats()).toEqual({ going, waiting: 0 })
  expect(await fixture.store.get(eventSeats, 'event')).toBeUndefined()
  expect((await respond('member-0', 0, 'declined')).seats).toEqual({ going: going - 1, waiting: 0 })
  expect((await respond('member-0', 2, 'maybe')).seats).toEqual({ going: going - 1, waiting: 0 })
})

test('seats are in the order of the RSVPs, also after a limit was added and removed', async () => {
  for (const name of ['ada', 'ben']) await respond(name)
  await editCapacity(3)
  for (const name of ['cleo', 'dan']) await respond(name)
  await editCapacity()
  await respond('eve')
  await fixture.admit(['ada', 'ben', 'cleo', 'dan', 'eve'])
  const { items } = await fixture.rsvps.attendees(person('ada'), 'event')
  expect(items.map(({ member }) => member.id)).toEqual(['ada', 'ben', 'cleo', 'dan', 'eve'])
})

test('a new limit counts the seats already taken, and a lower one is refused', async () => {
  // The state of an earlier release, which stored counts.
  await fixture.store.transact(async (tx) =>
    tx.put(eventSeats, { id: 'event', going: 1, held: 0, waiting: 0, lastTicket: 1 }),
  )
  await respond('ada', 2)
  await respond('ben')
  await expect(editCapacity(3)).rejects.toMatchObject({
    more: { fields: { capacity: 'Enter at least 4: 4 seats are already taken.' } },
  })
  await editCapacity(4)
  expect((await respond('cleo')).mine).toEqual({ state: 'waitlisted', guests: 0, position: 1 })
  expect(await seats(4)).toEqual({ going: 4, left: 0, waiting: 1 })
})

test('removing a limit deletes the counts, and an expired offer cannot be claimed late', async () => {
  const startsAt = fixture.inHours(20)
  await fixture.put({ id: 'event', capacity: 1, startsAt })
  for (const name of ['ada', 'ben']) await respond(name)
  await respond('ada', 0, 'declined')
  await editCapacity()
  expect(await fixture.store.get(eventSeats, 'event')).toBeUndefined()
  expect(await fixture.store.get(rsvps, joinedId('event', 'ben'))).toMatchObject({ state: 'offered' })

  fixture.advance(3 * HOUR)
  await fixture.rsvps.expireOffers()
  expect(await fixture.store.get(rsvps, joinedId('event', 'ben'))).toMatchObject({
    state: 'declined',
    lapsed: true,
  })
  expect(await seats()).toEqual({ going: 0, waiting: 0 })
})
