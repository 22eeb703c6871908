import { afterEach, beforeEach, expect, test } from 'vitest'

import { type GuestFixture, newAddress, startGuestFixture } from '#server/testing/fixtures/guest-fixture.ts'

let fixture: GuestFixture
beforeEach(async () => {
  fixture = await startGuestFixture()
})
afterEach(() => fixture.close())

test('a person who has joined since cannot confirm as a guest', async () => {
  const email = newAddress()
  await fixture.book(email)
  const link = await fixture.linkOf(email)
  await fixture.member({ email })
  await expect.poll(async () => (await fixture.answer(link)).statusCode).not.toBe(200)
  expect(await fixture.rsvpOf(email)).toBeUndefined()
})

test('a guest who joins keeps the seat as a member, and holds it once', async () => {
  const limited = await fixture.openEvent({ capacity: 5 })
  const { email, link } = await fixture.guestOf(newAddress(), limited)
  const member = await fixture.member({ email })
  const details = (await member.call('GET', `/api/events/${limited.id}`)).json()
  expect(details).toMatchObject({ mine: { state: 'going' }, seats: { going: 2, left: 3 } })
  expect((await fixture.open(link)).statusCode).toBe(404)
  expect(await fixture.stored(email)).toBeUndefined()
})

test('a guest who joins is remembered as brought by the first who invited them, until either leaves', async () => {
  const { joining } = fixture.services.attendance.guests
  const [inviter, second] = [await fixture.member(), await fixture.member()]
  const of = await fixture.openEvent({ title: 'Supper' }, [inviter.uid, second.uid])
  const email = newAddress()
  await fixture.invite(email, { of, by: inviter })
  await fixture.invite(email, { of, by: second })
  await fixture.answer(await fixture.linkOf(email, of))
  const { uid } = await fixture.member({ email })
  const brought = () => joining.broughtAmong(fixture.store, [uid])
  expect(await brought()).toMatchObject([{ id: uid, broughtBy: inviter.uid, title: 'Supper' }])
  const known = { member: uid, broughtBy: inviter.uid, event: of.id, joinedAt: expect.any(String) }
  for (const id of [uid, inviter.uid]) expect(await Array.fromAsync(joining.exportOf(id))).toEqual([known])
  expect(await Array.fromAsync(joining.exportOf(second.uid))).toEqual([])
  await joining.forget(inviter.uid)
  expect(await brought()).toEqual([])
})

test.for([
  ['declined', 'invite', 'declined'],
  ['booked without an invitation', 'book', 'going'],
] as const)('a guest who %s is brought by no one', async ([, invite, state]) => {
  const email = newAddress()
  await fixture[invite](email)
  await fixture.answer(await fixture.linkOf(email), state)
  const { uid } = await fixture.member({ email })
  expect(await fixture.stored(email)).toBeUndefined()
  expect(await fixture.services.attendance.guests.joining.broughtAmong(fixture.store, [uid])).toEqual([])
})

test('a member who changes to the address of a guest keeps one of the two seats, and is brought by no one', async () => {
  const member = await fixture.member()
  const limited = await fixture.openEvent({ capacity: 5 })
  const email = newAddress()
  await fixture.invite(email, { of: limited })
  await fixture.answer(await fixture.linkOf(email, limited))
  await member.call('PUT', `/api/events/${limited.id}/rsvp`, { body: { state: 'going', guests: 0 } })
  const details = async () => (await member.call('GET', `/api/events/${limited.id}`)).json()
  expect(await details()).toMatchObject({ seats: { going: 3, left: 2 } })
  await fixture.services.accounts.admission.admit({ uid: member.uid, email })
  expect(await fixture.stored(email)).toBeUndefined()
  expect(await details()).toMatchObject({ mine: { state: 'going' }, seats: { going: 2, left: 3 } })
  const { broughtAmong } = fixture.services.attendance.guests.joining
  expect(await broughtAmong(fixture.store, [member.uid])).toEqual([])
})

test('a member on the waitlist who changes to the address of a guest gets the seat of the guest, and nobody else does', async () => {
  const [member, next] = [await fixture.member(), await fixture.member()]
  const limited = await fixture.openEvent({ capacity: 2 })
  const { email } = await fixture.guestOf(newAddress(), limited)
  for (const each of [member, next])
    await each.call('PUT', `/api/events/${limited.id}/rsvp`, { body: { state: 'going', guests: 0 } })
  const seenBy = async (who: typeof member) => (await who.call('GET', `/api/events/${limited.id}`)).json()
  expect(await seenBy(member)).toMatchObject({ mine: { state: 'waitlisted' } })
  await fixture.services.accounts.admission.admit({ uid: member.uid, email })
  expect(await seenBy(member)).toMatchObject({ mine: { state: 'going' }, seats: { going: 2, left: 0 } })
  expect(await seenBy(next)).toMatchObject({ mine: { state: 'waitlisted', position: 1 } })
})

test('when the member who invited deletes the account, the guest keeps the seat and the invitation goes', async () => {
  const inviter = await fixture.member()
  const of = await fixture.openEvent({ visibility: 'members' }, [inviter.uid])
  const [confirmed, pending] = [newAddress(), newAddress()]
  for (const email of [confirmed, pending]) await fixture.invite(email, { of, by: inviter })
  await fixture.answer(await fixture.linkOf(confirmed, of))
  const exported = fixture.services.attendance.guests.booking.exportOf(inviter.uid)
  const addresses: string[] = []
  for await (const { email } of exported) addresses.push(email)
  expect(addresses.toSorted()).toEqual([confirmed, pending].toSorted())
  await fixture.services.attendance.guests.booking.forget(inviter.uid)
  expect(await fixture.stored(pending)).toBeUndefined()
  expect(await fixture.stored(confirmed)).toMatchObject({ namedBy: [] })
  expect(await fixture.rsvpOf(confirmed)).toMatchObject({ state: 'going' })
})
