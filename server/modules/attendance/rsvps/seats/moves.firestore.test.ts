import { expect, test } from 'vitest'

import { events } from '#server/modules/events/events/collection.ts'
import { measureStore } from '#server/metrics/store.ts'
import { startDistantFirestore } from '#server/testing/stand-ins/distant-firestore.ts'
import {
  EVENT_COLLECTIONS,
  eventEdit,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'
import { putSeated } from '#server/testing/fixtures/events.ts'

import { movedEvents } from './collection.ts'

const GUESTS = Array.from({ length: 3_000 }, (_, at) => `guest-${at}`)
/** Documents per transaction. */
const MANY = 250
/** Milliseconds. It takes about nine seconds, and twice as long beside other tests on the same emulator. */
const WITHIN = 30_000

test('3,000 RSVPs to a moved event are updated within seconds, while both replicas run their jobs', async () => {
  const { open } = await startDistantFirestore(EVENT_COLLECTIONS, 60)
  let retries = 0
  const openReplica = () =>
    openEventFixture(
      measureStore(open(), { storeOperation() {}, transactionRetried: (more) => (retries += more) }),
    )
  const [here, there] = [openReplica(), openReplica()]
  const event = await here.put({ id: 'event' })
  for (let at = 0; at < GUESTS.length; at += MANY) {
    await here.store.transact(async (tx) => putSeated(tx, event, GUESTS.slice(at, at + MANY)))
  }
  const { version } = (await here.store.get(events, 'event'))!
  const edit = eventEdit({ startsAt: here.inHours(300), endsAt: here.inHours(302) })
  const began = performance.now()
  await here.editor.edit(person('organiser', 'organiser'), 'event', version, edit)
  await Promise.all([here.rsvps.moves.finishMoves(), there.rsvps.moves.finishMoves()])
  const isOver = async () => (await here.store.get(movedEvents, 'event')) === undefined
  await expect.poll(isOver, { timeout: 2 * WITHIN }).toBe(true)
  expect(performance.now() - began).toBeLessThan(WITHIN)
  expect(retries).toBe(0)
}, 120_000)
