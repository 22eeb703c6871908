import { randomUUID } from 'node:crypto'

import { expect, inject, onTestFinished, test, vi } from 'vitest'

import { viewsOf } from '#server/collections.ts'
import { openFirestoreStore } from '#server/store/firestore.ts'
import { EVENT_COLLECTIONS, openEventFixture, person } from '#server/testing/event-fixture.ts'
import { startTcpProxy } from '#server/testing/tcp-proxy.ts'

const RACERS = Array.from({ length: 200 }, (_, at) => `racer-${String(at).padStart(3, '0')}`)
const SEATS = 10
/** Milliseconds. */
const WITHIN = 5_000

/** Firestore at a distance, whose transactions have the deadline that they have in production. */
async function openDistantStore(roundTrip: number) {
  const proxy = await startTcpProxy(inject('firestoreEmulator'))
  onTestFinished(proxy.stop)
  proxy.setRoundTrip(roundTrip)
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', proxy.host)
  const store = openFirestoreStore({
    projectId: `test-${randomUUID().slice(0, 20)}`,
    secret: 'a secret of the test',
    collections: EVENT_COLLECTIONS,
    views: viewsOf(EVENT_COLLECTIONS),
    readDeadline: 30_000,
  })
  vi.unstubAllEnvs()
  onTestFinished(() => store.close())
  return store
}

test.for([0, 30, 60])(
  '200 answers for 10 seats at a round trip of %i ms all succeed within seconds',
  async (roundTrip) => {
    const fixture = openEventFixture(await openDistantStore(roundTrip))
    await fixture.put({ id: 'event', capacity: SEATS })
    const began = performance.now()
    const answers = await Promise.all(
      RACERS.map((name) => fixture.rsvps.respond(person(name), 'event', { state: 'going', guests: 0 })),
    )
    expect(performance.now() - began).toBeLessThan(WITHIN)
    expect(answers.slice(0, SEATS).every(({ mine }) => mine.state === 'going')).toBe(true)
    expect(answers.slice(SEATS).map(({ mine }) => mine.position)).toEqual(
      RACERS.slice(SEATS).map((_, at) => at + 1),
    )
  },
)
