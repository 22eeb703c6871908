import { afterEach, beforeEach, expect, test } from 'vitest'

import { OFFER_GRACE, OFFER_LIFETIME } from '#shared/events/rules.ts'
import { HOUR } from '#shared/lib/durations.ts'
import {
  eventEdit,
  type EventFixture,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'

const organiser = person('organiser', 'organiser')

let fixture: EventFixture
const respond = (name: string, state: 'going' | 'declined' = 'going') =>
  fixture.rsvps.respond(person(name), 'event', { state, guests: 0 })
const mineOf = async (name: string) =>
  (await fixture.rsvps.reader.participation(name, [{ id: 'event' }]))[0]?.mine
/** Leaves out confirmations of members' own RSVPs. */
const notified = () =>
  fixture.domainEvents
    .filter(({ topic }) => topic !== 'rsvpConfirmed')
    .map(({ topic, recipients }) => `${topic} ${String(recipients)}`)
const outlastOffers = () => {
  fixture.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
  return fixture.rsvps.expireOffers()
}

/** Ada has the only seat; Ben and Cleo wait. */
beforeEach(async () => {
  fixture = openEventFixture()
  await fixture.put({ id: 'event', capacity: 1, startsAt: fixture.inHours(20) })
  for (const name of ['ada', 'ben', 'cleo']) await respond(name)
})
afterEach(() => fixture.close())

test('a seat that is freed while the event is hidden goes to the waitlist once it is shown again', async () => {
  await fixture.setHidden('event', true)
  await respond('ada', 'declined')
  await outlastOffers()
  expect([await mineOf('ben'), await mineOf('cleo')]).toMatchObject([{ position: 1 }, { position: 2 }])
  expect(notified()).toEqual([])

  await fixture.setHidden('event', false)
  expect([await mineOf('ben'), await mineOf('cleo')]).toMatchObject([
    { state: 'offered', offerUntil: fixture.inHours(2) },
    { state: 'waitlisted', position: 1 },
  ])
  expect(notified()).toEqual(['seatOffered ben'])
})

test('an offer does not expire while the event is hidden, and gets its full time once it is shown again', async () => {
  await respond('ada', 'declined')
  await fixture.setHidden('event', true)
  await outlastOffers()
  expect(await mineOf('ben')).toEqual({ state: 'offered', guests: 0 })

  await fixture.setHidden('event', false)
  expect(await mineOf('ben')).toMatchObject({ state: 'offered', offerUntil: fixture.inHours(2) })
  expect(notified()).toEqual(['seatOffered ben', 'seatOffered ben'])
  await outlastOffers()
  expect([await mineOf('ben'), await mineOf('cleo')]).toMatchObject([{ lapsed: true }, { state: 'offered' }])
})

test('an offer expires if the event stays hidden until its start', async () => {
  await respond('ada', 'declined')
  await fixture.setHidden('event', true)
  fixture.advance(21 * HOUR)
  await fixture.setHidden('event', false)
  expect(await mineOf('ben')).toMatchObject({ state: 'declined', lapsed: true })
  expect(notified()).toEqual(['seatOffered ben'])
})

test('a higher limit gives no seats while the event is hidden, and gives them afterwards', async () => {
  await fixture.setHidden('event', true)
  const times = { startsAt: fixture.inHours(20), endsAt: fixture.inHours(22) }
  await fixture.editor.edit(organiser, 'event', 2, eventEdit({ ...times, capacity: 3 }))
  expect(await mineOf('ben')).toMatchObject({ state: 'waitlisted' })
  await fixture.setHidden('event', false)
  expect([await mineOf('ben'), await mineOf('cleo')]).toMatchObject([
    { state: 'offered' },
    { state: 'offered' },
  ])
})

test('an event without a limit gives everyone a seat once it is shown again', async () => {
  await fixture.setHidden('event', true)
  const times = { startsAt: fixture.inHours(48), endsAt: fixture.inHours(50) }
  await fixture.editor.edit(organiser, 'event', 2, eventEdit(times))
  await fixture.setHidden('event', false)
  expect([await mineOf('ben'), await mineOf('cleo')]).toMatchObject([{ state: 'going' }, { state: 'going' }])
})
