import { afterEach, beforeEach, expect, test } from 'vitest'

import type { CheckInResults } from '#shared/attendance/check-in.ts'
import type { GuestPage } from '#shared/attendance/guests.ts'
import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { type GuestFixture, newAddress, startGuestFixture } from '#server/testing/fixtures/guest-fixture.ts'

let fixture: GuestFixture
beforeEach(async () => {
  fixture = await startGuestFixture()
})
afterEach(() => fixture.close())

test('a forwarded link gives no second seat, and checks in once', async () => {
  const { link, page } = await fixture.guestOf(newAddress())
  const again = (await fixture.answer(link, 'going', { name: 'Someone Else' })).json<GuestPage>()
  expect(again.event.seats).toEqual(page.event.seats)
  fixture.advance(2 * DAY)
  const checkIn = async () =>
    (
      await fixture.organiser.call('POST', `/api/events/${fixture.event.id}/check-ins`, {
        body: { items: [{ code: page.code, at: fixture.later(0) }] },
      })
    ).json<CheckInResults>().items[0]
  expect(await checkIn()).toMatchObject({
    result: 'checkedIn',
    member: { displayName: 'Someone Else', guest: true },
  })
  fixture.advance(MINUTE)
  expect(await checkIn()).toMatchObject({ result: 'alreadyCheckedIn' })
})

test('two confirmations at once are one seat and one email', async () => {
  const email = newAddress()
  await fixture.book(email)
  const link = await fixture.linkOf(email)
  const before = (await fixture.mailsTo(email)).length
  const pages = await Promise.all([fixture.answer(link), fixture.answer(link), fixture.answer(link)])
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const details = await fixture.ada.call('GET', `/api/events/${fixture.event.id}`)
  expect(details.json()).toMatchObject({ seats: { going: 2 } })
  expect((await fixture.mailsTo(email)).length - before).toBe(1)
})

test('an address that two members and its owner enter at once has one booking and one link', async () => {
  const email = newAddress()
  const of = await fixture.openEvent({}, [fixture.ada.uid, fixture.grace.uid])
  await Promise.all([
    fixture.invite(email, { of }),
    fixture.invite(email, { of, by: fixture.grace }),
    fixture.book(email, { of }),
  ])
  const bookings = await fixture.bookings(email)
  expect(bookings.map(({ namedBy }) => namedBy.toSorted())).toEqual([
    [fixture.ada.uid, fixture.grace.uid].toSorted(),
  ])
  const links = (await fixture.mailsTo(email)).map(
    ({ parsed }) => /\?guest=([\w-]{22})/.exec(parsed.text ?? '')?.[1],
  )
  expect(new Set(links).size).toBe(1)
})

test('two guests never get the last seat', async () => {
  const last = await fixture.openEvent({ capacity: 2 })
  const addresses = Array.from({ length: 6 }, newAddress)
  for (const email of addresses) await fixture.book(email, { of: last })
  const links: string[] = []
  for (const email of addresses) links.push(await fixture.linkOf(email, last))
  const pages = await Promise.all(links.map(async (link) => (await fixture.answer(link)).json<GuestPage>()))
  expect(pages.filter(({ mine }) => mine?.state === 'going')).toHaveLength(1)
  expect(pages.map(({ mine }) => mine?.position ?? 0).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5])
})
