import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { OFFER_GRACE, OFFER_LIFETIME } from '#shared/events/rules.ts'
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

let fixture: EventFixture
const respond = (name: string, state: 'going' | 'declined' = 'going') =>
  fixture.rsvps.respond(person(name), 'event', { state, guests: 0 })
const mineOf = async (name: string) =>
  (await fixture.rsvps.reader.participation(name, [{ id: 'event' }]))[0]?.mine

/** Ada had the only seat; it is offered to Ben, and Cleo waits behind him. */
beforeEach(async () => {
  fixture = openEventFixture()
  await fixture.put({ id: 'event', capacity: 1, startsAt: fixture.inHours(20) })
  for (const name of ['ada', 'ben', 'cleo']) await respond(name)
  await respond('ada', 'declined')
})
afterEach(() => fixture.close())

test('a seat freed within 24 hours of the start is offered, and the offer expires once on however many replicas', async () => {
  expect(await mineOf('ben')).toMatchObject({ state: 'offered', offerUntil: fixture.inHours(2) })

  fixture.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
  const replica = fixture.replica()
  await Promise.all([
    fixture.rsvps.expireOffers(),
    replica.rsvps.expireOffers(),
    fixture.rsvps.expireOffers(),
  ])
  expect(await mineOf('ben')).toEqual({ state: 'declined', guests: 0, lapsed: true })
  expect(await mineOf('cleo')).toMatchObject({ state: 'offered' })
  expect(await fixture.store.get(eventSeats, 'event')).toMatchObject({ going: 0, held: 1, waiting: 0 })
})

test('a replica whose clock is a second ahead does not expire an offer early', async () => {
  fixture.advance(OFFER_LIFETIME - 500)
  await fixture.replica(() => fixture.clock() + 1_000).rsvps.expireOffers()
  expect((await respond('ben')).mine).toEqual({ state: 'going', guests: 0 })
})

test('an expired offer is shown as lapsed before the job has run', async () => {
  fixture.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
  expect(await mineOf('ben')).toEqual({ state: 'declined', guests: 0, lapsed: true })
})

test('an offer is in the agenda until its grace period ends, even after the start', async () => {
  const offers = async () => (await fixture.rsvps.reader.agenda('ben', fixture.inHours(1))).offers
  const startsAt = fixture.inHours(1)
  const edit = eventEdit({ startsAt, endsAt: fixture.inHours(3), capacity: 1 })
  await fixture.editor.edit(organiser, 'event', 1, edit)
  fixture.advance(HOUR + OFFER_GRACE)
  expect(await offers()).toMatchObject([{ until: startsAt }])
  expect(await mineOf('ben')).toMatchObject({ state: 'offered' })
  fixture.advance(1)
  expect(await offers()).toEqual([])
  expect(await mineOf('ben')).toMatchObject({ state: 'declined' })
})

test('an earlier start shortens an offer', async () => {
  const startsAt = fixture.inHours(1)
  await fixture.editor.edit(
    organiser,
    'event',
    1,
    eventEdit({ startsAt, endsAt: fixture.inHours(3), capacity: 1 }),
  )
  expect(await mineOf('ben')).toMatchObject({ state: 'offered', offerUntil: startsAt })
})

describe('the offer of an event that is cancelled', () => {
  const stored = (name: string) => fixture.store.get(rsvps, joinedId('event', name))

  test('an open offer stays offered and never expires', async () => {
    await fixture.lifecycle.cancel(organiser, 'event', 'The hall burnt down')
    fixture.advance(2 * OFFER_LIFETIME)
    await fixture.rsvps.expireOffers()
    expect(await mineOf('ben')).toEqual({ state: 'offered', guests: 0 })
    expect(await mineOf('cleo')).toMatchObject({ state: 'waitlisted', position: 1 })
    expect(await stored('ben')).toMatchObject({ state: 'offered' })
    expect((await fixture.rsvps.reader.agenda('ben', fixture.inHours(1))).offers).toEqual([])
  })

  test('an offer that expired before stays expired', async () => {
    fixture.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
    await fixture.lifecycle.cancel(organiser, 'event', 'The hall burnt down')
    expect(await mineOf('ben')).toMatchObject({ state: 'declined', lapsed: true })
    await fixture.rsvps.expireOffers()
    expect(await stored('ben')).toMatchObject({ state: 'declined', lapsed: true })
  })
})
