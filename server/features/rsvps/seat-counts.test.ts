import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type EventFixture, openEventFixture, person } from '#server/testing/event-fixture.ts'

let fixture: EventFixture
beforeEach(async () => {
  fixture = openEventFixture()
  for (const id of ['first', 'second']) await fixture.put({ id, capacity: 5 })
})
afterEach(() => fixture.close())

const going = async (on: Pick<EventFixture, 'rsvps'> = fixture) =>
  (await on.rsvps.seatsOf(['first', 'second'].map((id) => ({ id, capacity: 5 })))).map((seats) => seats.going)
const respond = (name: string, on: Pick<EventFixture, 'rsvps'> = fixture) =>
  on.rsvps.respond(person(name), 'second', { state: 'going', guests: 0 })

test('seats are read once, and again for the event that someone RSVP’d to through any replica', async () => {
  const reads = vi.spyOn(fixture.store, 'getMany')
  expect([await going(), await going()]).toEqual([
    [0, 0],
    [0, 0],
  ])
  expect(reads).toHaveBeenCalledTimes(1)
  await respond('ada', fixture.replica())
  expect([await going(), await going()]).toEqual([
    [0, 1],
    [0, 1],
  ])
  expect(reads.mock.lastCall?.[1]).toEqual(['second'])
  await respond('ben')
  expect(await going()).toEqual([0, 2])
})

test('seats that could not be read are read again', async () => {
  vi.spyOn(fixture.store, 'getMany').mockRejectedValueOnce(new Error('the disk is gone'))
  await expect(going()).rejects.toThrow('the disk is gone')
  expect(await going()).toEqual([0, 0])
})
