import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { OFFER_LIFETIME } from '#shared/event-rules.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { eventEdit, type EventWorld, openEventWorld, person } from '#server/testing/event-world.ts'

import { eventSeats, rsvps } from './collection.ts'
import { OFFER_GRACE } from './seats.ts'

const organiser = person('organiser', 'organiser')

let world: EventWorld
const answer = (name: string, state: 'going' | 'declined' = 'going') =>
  world.rsvps.answer(person(name), 'event', { state, guests: 0 })
const mineOf = async (name: string) => (await world.rsvps.standing(name, [{ id: 'event' }]))[0]?.mine

/** Ada had the only seat; Ben is offered it, and Cleo waits behind him. */
beforeEach(async () => {
  world = openEventWorld()
  await world.put({ id: 'event', capacity: 1, startsAt: world.inHours(20) })
  for (const name of ['ada', 'ben', 'cleo']) await answer(name)
  await answer('ada', 'declined')
})
afterEach(() => world.close())

test('a seat that is freed within a day of the start is offered, and lapses once, whichever server looks first', async () => {
  expect(await mineOf('ben')).toMatchObject({ state: 'offered', offerUntil: world.inHours(2) })

  world.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
  const replica = world.replica()
  await Promise.all([world.rsvps.sweepOffers(), replica.rsvps.sweepOffers(), world.rsvps.sweepOffers()])
  expect(await mineOf('ben')).toEqual({ state: 'declined', guests: 0, lapsed: true })
  expect(await mineOf('cleo')).toMatchObject({ state: 'offered' })
  expect(await world.store.get(eventSeats, 'event')).toMatchObject({ going: 0, held: 1, waiting: 0 })
})

test('an offer is not lost to a server whose clock runs a second ahead', async () => {
  world.advance(OFFER_LIFETIME - 500)
  await world.replica(() => world.clock() + 1_000).rsvps.sweepOffers()
  expect((await answer('ben')).mine).toEqual({ state: 'going', guests: 0 })
})

test('an offer is seen as lapsed before any sweep', async () => {
  world.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
  expect(await mineOf('ben')).toEqual({ state: 'declined', guests: 0, lapsed: true })
})

test('an earlier start shortens what is offered', async () => {
  const startsAt = world.inHours(1)
  await world.events.edit(
    organiser,
    'event',
    1,
    eventEdit({ startsAt, endsAt: world.inHours(3), capacity: 1 }),
  )
  expect(await mineOf('ben')).toMatchObject({ state: 'offered', offerUntil: startsAt })
})

describe('a seat on offer when the event is cancelled', () => {
  const stored = (name: string) => world.store.get(rsvps, joinedId('event', name))

  test('stays one, however much later: nobody let it run out', async () => {
    await world.events.cancel(organiser, 'event', 'The hall burnt down')
    world.advance(2 * OFFER_LIFETIME)
    await world.rsvps.sweepOffers()
    expect(await mineOf('ben')).toEqual({ state: 'offered', guests: 0 })
    expect(await mineOf('cleo')).toMatchObject({ state: 'waitlisted', position: 1 })
    expect(await stored('ben')).toMatchObject({ state: 'offered' })
    expect(await world.rsvps.offers('ben')).toEqual([])
  })

  test('has run out if it had before, seen or not', async () => {
    world.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
    await world.events.cancel(organiser, 'event', 'The hall burnt down')
    expect(await mineOf('ben')).toMatchObject({ state: 'declined', lapsed: true })
    await world.rsvps.sweepOffers()
    expect(await stored('ben')).toMatchObject({ state: 'declined', lapsed: true })
  })
})
