import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { OFFER_GRACE, OFFER_LIFETIME } from '#shared/events/rules.ts'
import {
  eventEdit,
  type EventFixture,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'

import { eventSeats } from './seats/collection.ts'

const organiser = person('organiser', 'organiser')

let fixture: EventFixture
beforeEach(() => void (fixture = openEventFixture()))
afterEach(() => fixture.close())

const respond = (name: string, state: 'going' | 'declined' = 'going') =>
  fixture.rsvps.respond(person(name), 'event', { state, guests: 0 })
const mineOf = async (name: string) =>
  (await fixture.rsvps.reader.participation(name, [{ id: 'event' }]))[0]?.mine
/** Leaves out confirmations of members' own RSVPs. */
const notified = () =>
  fixture.domainEvents
    .filter(({ topic }) => topic !== 'rsvpConfirmed')
    .map(({ topic, recipients }) => `${topic} ${String(recipients)}`)

/** Ada and Ben have the only seats; Nora, who is then suspended, waits ahead of the others. */
async function putFullEvent(hours: number, ...others: string[]) {
  await fixture.put({ id: 'event', capacity: 2, startsAt: fixture.inHours(hours) })
  for (const name of ['ada', 'ben', 'nora', ...others]) await respond(name)
  await fixture.suspend('nora')
}

describe.for([
  [48, 'going', 'seatPromoted'],
  [20, 'offered', 'seatOffered'],
] as const)('%i hours before the start', ([hours, state, topic]) => {
  test('a freed seat goes to the first on the waitlist who is not suspended', async () => {
    await putFullEvent(hours, 'tomas', 'uma')
    await respond('ada', 'declined')
    expect(await mineOf('tomas')).toMatchObject({ state })
    expect(await mineOf('nora')).toEqual({ state: 'waitlisted', guests: 0, position: 1 })
    expect(await mineOf('uma')).toEqual({ state: 'waitlisted', guests: 0, position: 2 })
    expect(notified()).toEqual([`${topic} tomas`])
  })

  test('a higher limit gives seats to those behind a suspended member', async () => {
    await putFullEvent(hours, 'tomas')
    const times = { startsAt: fixture.inHours(hours), endsAt: fixture.inHours(hours + 2) }
    await fixture.editor.edit(organiser, 'event', 1, eventEdit({ ...times, capacity: 3 }))
    expect([await mineOf('nora'), await mineOf('tomas')]).toMatchObject([{ state: 'waitlisted' }, { state }])
  })

  test('a seat that stayed free is given once to a suspended member who returns', async () => {
    await putFullEvent(hours)
    await respond('ada', 'declined')
    expect(await mineOf('nora')).toMatchObject({ state: 'waitlisted', position: 1 })
    await fixture.restore('nora')
    await fixture.restore('nora')
    expect(await mineOf('nora')).toMatchObject({ state })
    expect(notified()).toEqual([`${topic} nora`])
  })

  test('a member who returns to a full event is first on the waitlist, and gets the next seat', async () => {
    await putFullEvent(hours, 'tomas', 'uma')
    await respond('ada', 'declined')
    await fixture.restore('nora')
    expect(await mineOf('nora')).toMatchObject({ state: 'waitlisted', position: 1 })
    await respond('ben', 'declined')
    expect([await mineOf('nora'), await mineOf('uma')]).toMatchObject([{ state }, { position: 1 }])
  })

  test('a newcomer gets a free seat at once when only suspended members wait', async () => {
    await putFullEvent(hours)
    await respond('ada', 'declined')
    expect((await respond('vera')).mine).toEqual({ state: 'going', guests: 0 })
    expect((await respond('will')).mine).toEqual({ state: 'waitlisted', guests: 0, position: 2 })
    expect(await fixture.store.get(eventSeats, 'event')).toMatchObject({ going: 2, held: 0, waiting: 2 })
  })

  test('an organiser can add someone to a free seat when only suspended members wait', async () => {
    await putFullEvent(hours)
    await respond('ada', 'declined')
    const command = { kind: 'add', by: 'organiser', place: 'seat' } as const
    const hooks = { assertAllowed: async () => {}, onChange: async () => {} }
    await fixture.rsvps.command({ eventId: 'event', memberId: 'vera', version: 0, command }, hooks)
    expect(await mineOf('vera')).toMatchObject({ state: 'going' })
  })

  test('a suspended member has a seat at an event without a limit, too', async () => {
    await putFullEvent(hours)
    const times = { startsAt: fixture.inHours(hours), endsAt: fixture.inHours(hours + 2) }
    await fixture.editor.edit(organiser, 'event', 1, eventEdit(times))
    expect(await mineOf('nora')).toMatchObject({ state })
  })
})

test('a seat whose offer expires is offered to the next who is not suspended', async () => {
  await fixture.put({ id: 'event', capacity: 1, startsAt: fixture.inHours(20) })
  for (const name of ['ada', 'ben', 'nora', 'tomas']) await respond(name)
  await respond('ada', 'declined')
  await fixture.suspend('nora')
  fixture.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
  await fixture.rsvps.expireOffers()
  expect(await mineOf('ben')).toMatchObject({ state: 'declined', lapsed: true })
  expect([await mineOf('nora'), await mineOf('tomas')]).toMatchObject([
    { state: 'waitlisted', position: 1 },
    { state: 'offered' },
  ])
})

test('the free seats go to the next member when one with too many guests is suspended', async () => {
  await fixture.put({ id: 'event', capacity: 3, guestsMax: 2, startsAt: fixture.inHours(48) })
  await respond('ada')
  await fixture.rsvps.respond(person('nora'), 'event', { state: 'going', guests: 2 })
  await respond('tomas')
  await fixture.suspend('nora')
  expect([await mineOf('nora'), await mineOf('tomas')]).toMatchObject([
    { state: 'waitlisted', position: 1 },
    { state: 'going' },
  ])
})

test('a freed seat goes to the next member behind many suspended ones', async () => {
  await fixture.put({ id: 'event', capacity: 1, startsAt: fixture.inHours(48) })
  const others = Array.from({ length: 25 }, (_, at) => `other-${at}`)
  for (const name of ['ada', ...others, 'tomas', 'uma']) await respond(name)
  for (const name of others) await fixture.suspend(name)
  await respond('ada', 'declined')
  expect([await mineOf('tomas'), await mineOf('uma')]).toMatchObject([
    { state: 'going' },
    { state: 'waitlisted', position: 26 },
  ])
})
