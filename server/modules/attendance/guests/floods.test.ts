import { afterEach, beforeEach, expect, test } from 'vitest'

import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { allOf } from '#server/store/all-of.ts'
import { type GuestFixture, newAddress, startGuestFixture } from '#server/testing/fixtures/guest-fixture.ts'

import { BOOKING_LIMITS } from './booking.ts'
import { eventGuests } from './collection.ts'

let fixture: GuestFixture
beforeEach(async () => {
  fixture = await startGuestFixture()
})
afterEach(() => fixture.close())

test('500 bookings from one address are one booking and a few emails', async () => {
  const email = newAddress()
  const statuses = new Map<number, number>()
  for (let times = 0; times < 500; times += 1) {
    const { statusCode } = await fixture.visitor('POST', `/api/public-events/${fixture.event.id}/guests`, {
      body: { name: `Vera ${times}`, email },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    })
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    if (times % 100 === 99) fixture.advance(MINUTE)
  }
  expect([...statuses.keys()].every((status) => status === 204 || status === 429)).toBe(true)
  expect(await fixture.bookings(email)).toHaveLength(1)
  expect((await fixture.mailsTo(email)).length).toBeLessThanOrEqual(BOOKING_LIMITS.address.max)
})

test('a script that books without confirming takes no seat, and is stopped by its network', async () => {
  const small = await fixture.openEvent({ capacity: 2 })
  let refused = 0
  for (let times = 0; times < 120; times += 1) {
    fixture.advance(10)
    const { statusCode } = await fixture.book(newAddress(), { of: small })
    if (statusCode === 429) refused += 1
  }
  expect(refused).toBeGreaterThanOrEqual(20)
  const details = await fixture.ada.call('GET', `/api/events/${small.id}`)
  expect(details.json()).toMatchObject({ seats: { going: 1, left: 1 } })
  fixture.advance(8 * DAY)
  await fixture.services.attendance.guests.ending.deleteDue()
  expect(await allOf(fixture.store, eventGuests, { orderBy: 'deleteAt' })).toEqual([])
})
