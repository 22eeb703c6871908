import { expect, onTestFinished, test, vi } from 'vitest'

import type { Store } from '#server/store/port.ts'
import {
  EVENT_COLLECTIONS,
  type EventFixture,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'
import { newTestDatabase } from '#server/testing/temporary-store.ts'

import { eventSeats, type RsvpDocument, rsvps as collection } from './seats/collection.ts'

const RACERS = Array.from({ length: 200 }, (_, at) => `racer-${String(at).padStart(3, '0')}`)

// Hundreds of durable transactions, on a machine that runs other tests too.
vi.setConfig({ testTimeout: 120_000 })

/** Opens the same data again, like another replica. */
type Reopen = () => Store

function newData(): Reopen {
  const database = newTestDatabase()
  onTestFinished(database.remove)
  return () => database.open(EVENT_COLLECTIONS)
}

const fixtureOn = (open: Reopen) => {
  const fixture = openEventFixture(open())
  onTestFinished(() => fixture.close())
  return fixture
}
const go = ({ rsvps }: Pick<EventFixture, 'rsvps'>, name: string) =>
  rsvps.respond(person(name), 'event', { state: 'going', guests: 0 })
const inState = async ({ store }: EventFixture, state: RsvpDocument['state']) => {
  const where = { event: 'event', state }
  return (await store.find(collection, { where, orderBy: 'ticket', limit: 500 })).items
}

test('the first 10 of 200 concurrent RSVPs get the 10 seats, and 190 wait in order', async () => {
  const fixture = fixtureOn(newData())
  await fixture.put({ id: 'event', capacity: 10 })
  await Promise.all(RACERS.map((name) => go(fixture, name)))
  expect((await inState(fixture, 'going')).map(({ member }) => member)).toEqual(RACERS.slice(0, 10))
  expect((await inState(fixture, 'waitlisted')).map(({ member }) => member)).toEqual(RACERS.slice(10))
  expect(await fixture.store.get(eventSeats, 'event')).toMatchObject({ going: 10, waiting: 190 })
})

test('two replicas never give the last seat twice', async () => {
  const open = newData()
  const here = fixtureOn(open)
  const there = fixtureOn(open)
  await here.put({ id: 'event', capacity: 1 })
  const answers = await Promise.all(
    RACERS.slice(0, 20).map((name, at) => go(at % 2 === 0 ? here : there, name)),
  )
  expect(answers.filter(({ mine }) => mine.state === 'going')).toHaveLength(1)
  const tickets = (await inState(here, 'waitlisted')).map(({ ticket }) => ticket)
  expect(tickets).toEqual(Array.from({ length: 19 }, (_, at) => at + 2))
})

test('no RSVP is lost when members decline on one replica while others join on another', async () => {
  const open = newData()
  const here = fixtureOn(open)
  const there = fixtureOn(open)
  await here.put({ id: 'event', capacity: 5 })
  for (const name of RACERS.slice(0, 10)) await go(here, name)
  await Promise.all([
    ...RACERS.slice(0, 5).map((name) =>
      here.rsvps.respond(person(name), 'event', { state: 'declined', guests: 0 }),
    ),
    ...RACERS.slice(10, 20).map((name) => go(there, name)),
  ])
  expect((await inState(here, 'going')).map(({ member }) => member)).toEqual(RACERS.slice(5, 10))
  expect(await inState(here, 'waitlisted')).toHaveLength(10)
})

test('an RSVP that is concurrent with a cancellation is stored or refused', async () => {
  const open = newData()
  const here = fixtureOn(open)
  const there = fixtureOn(open)
  await here.put({ id: 'event', capacity: 5 })
  const organiser = person('organiser', 'organiser')
  const answers = RACERS.slice(0, 20).map((name) => go(here, name))
  const [cancelled, ...outcomes] = await Promise.allSettled([
    there.lifecycle.cancel(organiser, 'event', 'The hall burnt down'),
    ...answers,
  ])
  expect(cancelled).toMatchObject({ status: 'fulfilled', value: { status: 'cancelled' } })
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(
    refused.map(() => 'event_cancelled'),
  )
  const seated = await Promise.all((['going', 'waitlisted'] as const).map((state) => inState(here, state)))
  expect(seated.flat()).toHaveLength(outcomes.length - refused.length)
  await expect(go(here, 'late')).rejects.toMatchObject({ code: 'event_cancelled' })
})
