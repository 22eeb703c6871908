import { afterEach, beforeEach, expect, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { events } from '#server/modules/events/events/collection.ts'
import type { Store, Transaction } from '#server/store/port.ts'
import {
  EVENT_COLLECTIONS,
  eventEdit,
  type EventFixture,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'
import { putSeated } from '#server/testing/fixtures/events.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { movedEvents, rsvps } from './collection.ts'

import { leaseMove } from './moves.ts'

const GUESTS = Array.from({ length: 900 }, (_, at) => `guest-${at}`)
const organiser = person('organiser', 'organiser')

let fixture: EventFixture
let mostWrites = 0
beforeEach(async () => {
  fixture = openEventFixture(countingWrites(openTemporaryStore(EVENT_COLLECTIONS)))
  const event = await fixture.put({ id: 'event' })
  await fixture.store.transact(async (tx) => putSeated(tx, event, GUESTS))
  mostWrites = 0
})
afterEach(() => fixture.close())

function countingWrites(store: Store): Store {
  return {
    ...store,
    transact: (work, options) =>
      store.transact(async (tx) => {
        let writes = 0
        const put: Transaction['put'] = (...args) => {
          mostWrites = Math.max(mostWrites, (writes += 1))
          tx.put(...args)
        }
        return work({ ...tx, put })
      }, options),
  }
}

async function move(hours: number) {
  const startsAt = fixture.inHours(hours)
  const { version } = (await fixture.store.get(events, 'event'))!
  const edit = eventEdit({ startsAt, endsAt: fixture.inHours(hours + 2) })
  await fixture.editor.edit(organiser, 'event', version, edit)
  return startsAt
}
const countAt = (startsAt: string) =>
  fixture.store.count(rsvps, {
    where: { event: 'event' },
    orderBy: 'startsAt',
    range: { gte: startsAt, lte: startsAt },
  })

test('RSVPs to a moved event are updated in batches, one after the other', async () => {
  const startsAt = await move(300)
  expect(await countAt(startsAt)).toBeGreaterThan(0)
  await expect.poll(() => countAt(startsAt)).toBe(GUESTS.length)
  await expect.poll(() => fixture.store.get(movedEvents, 'event')).toBeUndefined()
  expect(mostWrites).toBeLessThanOrEqual(450)
})

test('another replica finishes an interrupted move once its lease has ended', async () => {
  const startsAt = fixture.inHours(300)
  await fixture.put({ id: 'event', startsAt })
  await fixture.store.transact(async (tx) => leaseMove(tx, 'event', fixture.clock()))
  const { finishMoves } = fixture.replica().rsvps.moves
  await finishMoves()
  expect(await countAt(startsAt)).toBe(0)
  fixture.advance(MINUTE)
  await finishMoves()
  expect(await countAt(startsAt)).toBe(GUESTS.length)
  expect(await fixture.store.get(movedEvents, 'event')).toBeUndefined()
})

test('RSVPs follow to the last start when an event is moved again before they were updated', async () => {
  await move(300)
  await fixture.rsvps.respond(person('guest-899'), 'event', { state: 'declined', guests: 0 })
  const startsAt = await move(40)
  fixture.advance(MINUTE)
  await Promise.all([fixture.rsvps.moves.finishMoves(), fixture.replica().rsvps.moves.finishMoves()])
  expect(await countAt(startsAt)).toBe(GUESTS.length)
})
