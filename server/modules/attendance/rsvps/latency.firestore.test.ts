import { beforeAll, expect, test } from 'vitest'

import { measureStore } from '#server/metrics/store.ts'
import { startDistantFirestore } from '#server/testing/stand-ins/distant-firestore.ts'
import {
  EVENT_COLLECTIONS,
  type EventFixture,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'

const RACERS = Array.from({ length: 200 }, (_, at) => `racer-${String(at).padStart(3, '0')}`)
const SEATS = 10
/** Milliseconds. */
const WITHIN = 5_000

/** Sends all at once, alternating between the replicas. */
const answerAll = (replicas: readonly Pick<EventFixture, 'rsvps'>[]) =>
  Promise.all(
    RACERS.map((name, at) =>
      replicas[at % replicas.length]!.rsvps.respond(person(name), 'event', { state: 'going', guests: 0 }),
    ),
  )

// The emulator compiles its code on first use, which takes seconds.
beforeAll(async () => {
  const fixture = openEventFixture()
  await fixture.put({ id: 'event', capacity: SEATS })
  await answerAll([fixture]).finally(() => fixture.close())
}, 120_000)

test.for([0, 30, 60])(
  '200 answers for 10 seats at a round trip of %i ms all succeed within seconds',
  async (roundTrip) => {
    const { open } = await startDistantFirestore(EVENT_COLLECTIONS, roundTrip)
    const fixture = openEventFixture(open())
    await fixture.put({ id: 'event', capacity: SEATS })
    const began = performance.now()
    const answers = await answerAll([fixture])
    expect(performance.now() - began).toBeLessThan(WITHIN)
    expect(answers.slice(0, SEATS).every(({ mine }) => mine.state === 'going')).toBe(true)
    expect(answers.slice(SEATS).map(({ mine }) => mine.position)).toEqual(
      RACERS.slice(SEATS).map((_, at) => at + 1),
    )
  },
)

test('200 RSVPs for 10 seats at two replicas all succeed within seconds and without retries', async () => {
  const { open } = await startDistantFirestore(EVENT_COLLECTIONS, 60)
  let retries = 0
  const openReplica = () =>
    openEventFixture(
      measureStore(open(), { storeOperation() {}, transactionRetried: (more) => (retries += more) }),
    )
  const [here, there] = [openReplica(), openReplica()]
  // A server opens its views before it gets requests.
  await Promise.all([here.store.views(), there.store.views()])
  await here.put({ id: 'event', capacity: SEATS })
  const began = performance.now()
  const answers = await answerAll([here, there])
  expect(performance.now() - began).toBeLessThan(WITHIN)
  expect(retries).toBe(0)
  expect(answers.filter(({ mine }) => mine.state === 'going')).toHaveLength(SEATS)
  const positions = answers.flatMap(({ mine }) => mine.position ?? [])
  expect(positions.toSorted((a, b) => a - b)).toEqual(RACERS.slice(SEATS).map((_, at) => at + 1))
})
