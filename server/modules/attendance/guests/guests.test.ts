import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, expect, test } from 'vitest'

import type { CheckInListAnswer, CheckInResults } from '#shared/attendance/check-in.ts'
import type { GuestPage, NamedGuest } from '#shared/attendance/guests.ts'
import type { RosterPage } from '#shared/programme/roster.ts'
import { DAY, HOUR, MINUTE } from '#shared/lib/durations.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { eventAnswers } from '#server/modules/attendance/questions/collection.ts'
import type { EventDocument } from '#server/modules/events/events/collection.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { communitySettings } from '#server/modules/community/settings/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { type EmailFixture, startEmailFixture } from '#server/testing/fixtures/email-fixture.ts'

import { BOOKING_LIMITS } from './booking.ts'
import { eventGuests } from './collection.ts'

let fixture: EmailFixture
let event: EventDocument
beforeEach(async () => {
  fixture = await startEmailFixture()
  event = await openEvent()
})
afterEach(() => fixture.close())

const openEvent = (more: Partial<EventDocument> = {}, going = [fixture.ada.uid]) =>
  fixture.putEvent({ startsAt: later(2 * DAY), openToGuests: true, visibility: 'public', ...more }, going)
const later = (milliseconds: number) => new Date(fixture.clock() + milliseconds).toISOString()
const DIET = randomUUID()
const newAddress = () => `${randomUUID()}@example.org`

const name = (email: string, { of = event, by = fixture.ada, called = 'Gus Guest' } = {}) =>
  by.call('POST', `/api/events/${of.id}/guests`, { body: { name: called, email } })
const named = async (by = fixture.ada) =>
  (await by.call('GET', `/api/events/${event.id}/guests`)).json<{ items: NamedGuest[] }>().items
const book = (email: string, { of = event, called = 'Vera Visitor' } = {}) =>
  fixture.visitor('POST', `/api/public-events/${of.id}/guests`, { body: { name: called, email } })
const mailsTo = (email: string) => fixture.sent({ email })
async function linkOf(email: string, of = event) {
  const last = (await mailsTo(email)).findLast(({ parsed }) => parsed.text?.includes(of.title))
  return /\?guest=([\w-]{22})/.exec(last?.parsed.text ?? '')?.[1] ?? ''
}
const open = (link: string) => fixture.visitor('POST', '/api/guests/page', { body: { link } })
const answer = (link: string, state: 'going' | 'declined' = 'going', more: object = {}) =>
  fixture.visitor('POST', '/api/guests/rsvp', { body: { link, state, ...more } })
async function guestOf(email: string, of = event) {
  await book(email, { of })
  const link = await linkOf(email, of)
  const page = (await answer(link)).json<GuestPage>()
  return { email, link, page }
}
const stored = async (email: string) =>
  (await allOf(fixture.store, eventGuests, { where: { email }, orderBy: 'createdAt' }))[0]
const rsvpOf = async (email: string) => {
  const guest = await stored(email)
  return guest && fixture.store.get(rsvps, joinedId(guest.event, guest.id))
}
const setVisits = (visitsPerYear: number) =>
  fixture.store.transact(async (tx) =>
    tx.put(communitySettings, {
      id: 'guests',
      version: 1 + Math.floor(Math.random() * 1e6),
      changedAt: later(0),
      value: { visitsPerYear },
    }),
  )
const roster = async (of = event) =>
  (await fixture.organiser.call('GET', `/api/events/${of.id}/roster`)).json<RosterPage>().items

test('a member who goes invites a guest, who needs no account and holds a seat only after the click', async () => {
  const email = newAddress()
  expect((await name(email)).statusCode).toBe(204)
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(mail!.parsed.subject).toContain('Ada invites you to')
  expect(mail!.parsed.headers.has('list-unsubscribe')).toBe(false)
  expect(await rsvpOf(email)).toBeUndefined()
  expect(await named()).toMatchObject([{ name: 'Gus Guest', email, state: 'invited' }])
  const link = await linkOf(email)
  expect((await open(link)).json()).toMatchObject({ name: 'Gus Guest', invitedBy: 'Ada', isOpen: true })
  expect(await rsvpOf(email)).toBeUndefined()
  const page = (await answer(link)).json<GuestPage>()
  expect(page.mine).toMatchObject({ state: 'going', guests: 0 })
  expect(page.code).toMatch(/^1:guest:/)
  expect(await named()).toMatchObject([{ email, state: 'going' }])
  const confirmation = (await mailsTo(email)).at(-1)!
  expect(confirmation.parsed.subject).toContain('going')
  expect(confirmation.parsed.text).toContain(`/?guest=${link}`)
  expect(confirmation.parsed.text).not.toContain('Choose what you get')
})

test('a guest’s page has nothing of members but the name of the one who invited them', async () => {
  const { page } = await guestOf(newAddress())
  const text = JSON.stringify(page)
  for (const hidden of [fixture.ada.uid, fixture.organiser.uid, 'Olga', 'hosts', 'attendees'])
    expect(text).not.toContain(hidden)
})

test('a visitor books a public event that is open to guests, and no other', async () => {
  expect((await book(newAddress())).statusCode).toBe(204)
  const [closed, members, draft, invited, cancelled] = [
    await openEvent({ openToGuests: false }),
    await openEvent({ visibility: 'members' }),
    await openEvent({ status: 'draft' }),
    await openEvent({ joinMode: 'invited' }),
    await openEvent({ status: 'cancelled' }),
  ]
  const statuses = await Promise.all(
    [closed, members, draft, invited, cancelled].map(
      async (of) => (await book(newAddress(), { of })).statusCode,
    ),
  )
  expect(statuses).toEqual([409, 404, 404, 404, 409])
  expect(
    (
      await fixture.visitor('POST', '/api/public-events/none/guests', {
        body: { name: 'Vera', email: newAddress() },
      })
    ).statusCode,
  ).toBe(404)
})

test('only a member who goes invites guests, up to three, and never themselves', async () => {
  expect((await name(newAddress(), { by: fixture.grace })).json()).toMatchObject({ code: 'not_going' })
  expect((await name(fixture.ada.email)).json()).toMatchObject({ fields: { email: expect.any(String) } })
  for (let more = 0; more < 3; more += 1) expect((await name(newAddress())).statusCode).toBe(204)
  expect((await name(newAddress())).json()).toMatchObject({ code: 'too_many_guests' })
  const [first] = await named()
  const url = `/api/events/${event.id}/guests/${first!.id}`
  expect((await fixture.grace.call('DELETE', url)).statusCode).toBe(204)
  expect(await named()).toHaveLength(3)
  expect((await fixture.ada.call('DELETE', url)).statusCode).toBe(204)
  expect((await fixture.ada.call('DELETE', url)).statusCode).toBe(204)
  expect((await name(newAddress())).statusCode).toBe(204)
})

test('a withdrawn invitation opens nothing, and a guest who has answered is not withdrawn', async () => {
  const [gone, going] = [newAddress(), newAddress()]
  await name(gone)
  await name(going)
  const links = [await linkOf(gone), await linkOf(going)]
  await answer(links[1]!)
  for (const { id, email } of await named())
    expect((await fixture.ada.call('DELETE', `/api/events/${event.id}/guests/${id}`)).statusCode).toBe(
      email === gone ? 204 : 409,
    )
  expect((await answer(links[0]!)).statusCode).toBe(404)
  expect((await open(links[1]!)).json()).toMatchObject({ mine: { state: 'going' } })
})

test('a guessed or malformed link opens nothing', async () => {
  const { link } = await guestOf(newAddress())
  for (const guessed of ['A'.repeat(22), link.split('').toReversed().join('')])
    expect((await open(guessed)).statusCode).toBe(404)
  for (const malformed of ['', link.slice(1), `${link}A`, '../../../../etc/passwd', ' '.repeat(22)])
    expect((await open(malformed)).statusCode).toBe(400)
})

test('a forwarded link gives no second seat, and checks in once', async () => {
  const { link, page } = await guestOf(newAddress())
  const again = (await answer(link, 'going', { name: 'Someone Else' })).json<GuestPage>()
  expect(again.event.seats).toEqual(page.event.seats)
  fixture.advance(2 * DAY)
  const checkIn = async () =>
    (
      await fixture.organiser.call('POST', `/api/events/${event.id}/check-ins`, {
        body: { items: [{ code: page.code, at: later(0) }] },
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
  await book(email)
  const link = await linkOf(email)
  const before = (await mailsTo(email)).length
  const pages = await Promise.all([answer(link), answer(link), answer(link)])
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const details = await fixture.ada.call('GET', `/api/events/${event.id}`)
  expect(details.json()).toMatchObject({ seats: { going: 2 } })
  expect((await mailsTo(email)).length - before).toBe(1)
})

test('an address that two members and its owner enter at once has one booking and one link', async () => {
  const email = newAddress()
  const of = await openEvent({}, [fixture.ada.uid, fixture.grace.uid])
  await Promise.all([name(email, { of }), name(email, { of, by: fixture.grace }), book(email, { of })])
  const bookings = await allOf(fixture.store, eventGuests, { where: { email }, orderBy: 'createdAt' })
  expect(bookings.map(({ namedBy }) => namedBy.toSorted())).toEqual([
    [fixture.ada.uid, fixture.grace.uid].toSorted(),
  ])
  const links = (await mailsTo(email)).map(({ parsed }) => /\?guest=([\w-]{22})/.exec(parsed.text ?? '')?.[1])
  expect(new Set(links).size).toBe(1)
})

test('a link opens no screen of members, and is no session', async () => {
  const { link } = await guestOf(newAddress())
  for (const url of [
    `/api/events/${event.id}`,
    `/api/events/${event.id}/attendees`,
    '/api/directory',
    '/api/me',
  ])
    for (const headers of [{ authorization: `Bearer ${link}` }, { cookie: `session=${link}` }])
      expect((await fixture.visitor('GET', url, { headers })).statusCode).toBe(401)
})

test('a link that is used after cancelling shows no ticket, and its code no longer checks in', async () => {
  const { email, link, page } = await guestOf(newAddress())
  const cancelled = (await answer(link, 'declined')).json<GuestPage>()
  expect(cancelled).toMatchObject({ mine: { state: 'declined' } })
  expect(cancelled.code).toBeUndefined()
  expect(await rsvpOf(email)).toMatchObject({ state: 'declined' })
  fixture.advance(2 * DAY - HOUR)
  const body = { items: [{ code: page.code, at: later(0) }] }
  const results = await fixture.organiser.call('POST', `/api/events/${event.id}/check-ins`, { body })
  expect(results.json<CheckInResults>().items).toMatchObject([{ result: 'noSeat' }])
})

test('500 bookings from one address are one booking and a few emails', async () => {
  const email = newAddress()
  const statuses = new Map<number, number>()
  for (let times = 0; times < 500; times += 1) {
    const { statusCode } = await fixture.visitor('POST', `/api/public-events/${event.id}/guests`, {
      body: { name: `Vera ${times}`, email },
      headers: { 'x-forwarded-for': '203.0.113.7' },
    })
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    if (times % 100 === 99) fixture.advance(MINUTE)
  }
  expect([...statuses.keys()].every((status) => status === 204 || status === 429)).toBe(true)
  expect(await allOf(fixture.store, eventGuests, { where: { email }, orderBy: 'createdAt' })).toHaveLength(1)
  expect((await mailsTo(email)).length).toBeLessThanOrEqual(BOOKING_LIMITS.address.max)
})

test('a script that books without confirming takes no seat, and is stopped by its network', async () => {
  const small = await openEvent({ capacity: 2 })
  let refused = 0
  for (let times = 0; times < 120; times += 1) {
    fixture.advance(10)
    const { statusCode } = await book(newAddress(), { of: small })
    if (statusCode === 429) refused += 1
  }
  expect(refused).toBeGreaterThanOrEqual(20)
  const details = await fixture.ada.call('GET', `/api/events/${small.id}`)
  expect(details.json()).toMatchObject({ seats: { going: 1, left: 1 } })
  fixture.advance(8 * DAY)
  await fixture.services.attendance.guests.ending.deleteDue()
  expect(await allOf(fixture.store, eventGuests, { orderBy: 'deleteAt' })).toEqual([])
})

test('an address of a member gets the same answer, an email to sign in, and no second seat', async () => {
  const answers = await Promise.all([name(fixture.grace.email), name(newAddress())])
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect((await named()).map(({ state }) => state)).toEqual(['invited', 'invited'])
  const [mail] = await mailsTo(fixture.grace.email)
  expect(mail!.parsed.text).toContain('You have an account')
  expect(mail!.parsed.text).toContain(`/event/${event.id}`)
  expect(mail!.parsed.text).not.toContain('?guest=')
})

test('a suspended member, and one who blocked the inviter, get no email', async () => {
  const [suspended, blocking] = [await fixture.member(), await fixture.member()]
  await fixture.changeMember(suspended.uid, { status: 'suspended' })
  await blocking.call('PUT', `/api/blocks/${fixture.ada.uid}`)
  await name(suspended.email)
  await name(blocking.email)
  expect(await mailsTo(suspended.email)).toEqual([])
  expect(await mailsTo(blocking.email)).toEqual([])
})

test('a person who has joined since cannot confirm as a guest', async () => {
  const email = newAddress()
  await book(email)
  const link = await linkOf(email)
  await fixture.member({ email })
  await expect.poll(async () => (await answer(link)).statusCode).not.toBe(200)
  expect(await rsvpOf(email)).toBeUndefined()
})

test('a guest who joins keeps the seat as a member, and holds it once', async () => {
  const limited = await openEvent({ capacity: 5 })
  const { email, link } = await guestOf(newAddress(), limited)
  const member = await fixture.member({ email })
  const details = (await member.call('GET', `/api/events/${limited.id}`)).json()
  expect(details).toMatchObject({ mine: { state: 'going' }, seats: { going: 2, left: 3 } })
  expect((await open(link)).statusCode).toBe(404)
  expect(await stored(email)).toBeUndefined()
})

test('a guest who joins is remembered as brought by the first who invited them, until either leaves', async () => {
  const { joining } = fixture.services.attendance.guests
  const [inviter, second] = [await fixture.member(), await fixture.member()]
  const of = await openEvent({ title: 'Supper' }, [inviter.uid, second.uid])
  const email = newAddress()
  await name(email, { of, by: inviter })
  await name(email, { of, by: second })
  await answer(await linkOf(email, of))
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
  ['declined', name, 'declined'],
  ['booked without an invitation', book, 'going'],
] as const)('a guest who %s is brought by no one', async ([, invite, state]) => {
  const email = newAddress()
  await invite(email)
  await answer(await linkOf(email), state)
  const { uid } = await fixture.member({ email })
  expect(await stored(email)).toBeUndefined()
  expect(await fixture.services.attendance.guests.joining.broughtAmong(fixture.store, [uid])).toEqual([])
})

test('a member who changes to the address of a guest keeps one of the two seats, and is brought by no one', async () => {
  const member = await fixture.member()
  const limited = await openEvent({ capacity: 5 })
  const email = newAddress()
  await name(email, { of: limited })
  await answer(await linkOf(email, limited))
  await member.call('PUT', `/api/events/${limited.id}/rsvp`, { body: { state: 'going', guests: 0 } })
  const details = async () => (await member.call('GET', `/api/events/${limited.id}`)).json()
  expect(await details()).toMatchObject({ seats: { going: 3, left: 2 } })
  await fixture.services.accounts.admission.admit({ uid: member.uid, email })
  expect(await stored(email)).toBeUndefined()
  expect(await details()).toMatchObject({ mine: { state: 'going' }, seats: { going: 2, left: 3 } })
  const { broughtAmong } = fixture.services.attendance.guests.joining
  expect(await broughtAmong(fixture.store, [member.uid])).toEqual([])
})

test('a guest of a full event waits, and is promoted with an email', async () => {
  const full = await openEvent({ capacity: 1 })
  const { email, link, page } = await guestOf(newAddress(), full)
  expect(page.mine).toMatchObject({ state: 'waitlisted', position: 1 })
  expect(page.code).toBeUndefined()
  await fixture.ada.call('PUT', `/api/events/${full.id}/rsvp`, { body: { state: 'declined', guests: 0 } })
  expect((await open(link)).json()).toMatchObject({ mine: { state: 'going' } })
  expect((await mailsTo(email)).at(-1)!.parsed.text).toContain('A seat opened up')
})

test('two guests never get the last seat', async () => {
  const last = await openEvent({ capacity: 2 })
  const addresses = Array.from({ length: 6 }, newAddress)
  for (const email of addresses) await book(email, { of: last })
  const links: string[] = []
  for (const email of addresses) links.push(await linkOf(email, last))
  const pages = await Promise.all(links.map(async (link) => (await answer(link)).json<GuestPage>()))
  expect(pages.filter(({ mine }) => mine?.state === 'going')).toHaveLength(1)
  expect(pages.map(({ mine }) => mine?.position ?? 0).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5])
})

test('a request to join is answered by an organiser, and the guest gets an email', async () => {
  const byRequest = await openEvent({ joinMode: 'request' })
  const { email, link, page } = await guestOf(newAddress(), byRequest)
  expect(page.mine).toMatchObject({ state: 'requested' })
  const entry = (await roster(byRequest)).find(({ member }) => member.guest)!
  const url = `/api/events/${byRequest.id}/roster/${encodeURIComponent(entry.member.id)}/acceptance`
  const headers = { 'if-match': `"${entry.version}"` }
  expect((await fixture.organiser.call('POST', url, { headers })).statusCode).toBe(200)
  expect((await open(link)).json()).toMatchObject({ mine: { state: 'going' } })
  expect((await mailsTo(email)).at(-1)!.parsed.text).toContain(`?guest=${link}`)
})

test('guests get emails about changes, reminders and the cancellation of an event', async () => {
  const { email, link } = await guestOf(newAddress())
  const body = { reason: 'The hall is flooded.' }
  await fixture.organiser.call('POST', `/api/events/${event.id}/cancel`, { body })
  const last = (await mailsTo(email)).at(-1)!
  expect(last.parsed.subject).toContain('Cancelled')
  expect(last.parsed.text).toContain('The hall is flooded.')
  const page = (await open(link)).json<GuestPage>()
  expect(page).toMatchObject({ event: { status: 'cancelled', reason: body.reason }, isOpen: false })
  expect(page.code).toBeUndefined()
  expect((await answer(link)).statusCode).toBe(409)
})

test('after the start nobody books, and after the end nobody cancels', async () => {
  const { link } = await guestOf(newAddress())
  const email = newAddress()
  await book(email)
  const late = await linkOf(email)
  fixture.advance(2 * DAY + 3 * HOUR)
  expect((await book(newAddress())).json()).toMatchObject({ code: 'rsvp_closed' })
  expect((await answer(late)).statusCode).toBe(409)
  expect((await answer(link, 'declined')).statusCode).toBe(409)
})

test('an event that an admin hides is no longer shown to its guests', async () => {
  const { link } = await guestOf(newAddress())
  await fixture.store.transact(async (tx) => {
    const current = await tx.get(events, event.id)
    tx.put(events, { ...current!, hidden: { event: { reason: 'Spam', at: later(0) } } })
  })
  expect((await open(link)).statusCode).toBe(404)
})

test('when the member who invited withdraws or is suspended, those who have not confirmed stay out', async () => {
  const inviter = await fixture.member()
  const of = await openEvent({ visibility: 'members' }, [inviter.uid, fixture.ada.uid])
  const [confirmed, open1, open2] = [newAddress(), newAddress(), newAddress()]
  for (const email of [confirmed, open1, open2]) await name(email, { of, by: inviter })
  const link = await linkOf(confirmed, of)
  expect((await answer(link)).statusCode).toBe(200)
  await inviter.call('PUT', `/api/events/${of.id}/rsvp`, { body: { state: 'declined', guests: 0 } })
  expect((await answer(await linkOf(open1, of))).json()).toMatchObject({ code: 'guest_withdrawn' })
  await inviter.call('PUT', `/api/events/${of.id}/rsvp`, { body: { state: 'going', guests: 0 } })
  await fixture.changeMember(inviter.uid, { status: 'suspended' })
  expect((await answer(await linkOf(open2, of))).json()).toMatchObject({ code: 'guest_withdrawn' })
  expect((await fixture.visitor('POST', '/api/guests/page', { body: { link } })).json()).toMatchObject({
    mine: { state: 'going' },
  })
})

test('when the member who invited deletes the account, the guest keeps the seat and the invitation goes', async () => {
  const inviter = await fixture.member()
  const of = await openEvent({ visibility: 'members' }, [inviter.uid])
  const [confirmed, pending] = [newAddress(), newAddress()]
  for (const email of [confirmed, pending]) await name(email, { of, by: inviter })
  await answer(await linkOf(confirmed, of))
  const exported = fixture.services.attendance.guests.booking.exportOf(inviter.uid)
  const addresses: string[] = []
  for await (const { email } of exported) addresses.push(email)
  expect(addresses.toSorted()).toEqual([confirmed, pending].toSorted())
  await fixture.services.attendance.guests.booking.forget(inviter.uid)
  expect(await stored(pending)).toBeUndefined()
  expect(await stored(confirmed)).toMatchObject({ namedBy: [] })
  expect(await rsvpOf(confirmed)).toMatchObject({ state: 'going' })
})

test('visits within a year are limited by a setting, which also closes events to guests', async () => {
  await setVisits(1)
  const { email, link } = await guestOf(newAddress())
  const next = await openEvent()
  await book(email, { of: next })
  const second = await linkOf(email, next)
  expect((await answer(second)).json()).toMatchObject({ code: 'too_many_visits' })
  await answer(link, 'declined')
  expect((await answer(second)).statusCode).toBe(200)
  await setVisits(0)
  expect((await book(newAddress(), { of: next })).json()).toMatchObject({ code: 'no_guests' })
  await setVisits(3)
})

test('guests are on the roster and the check-in list, with the member who brings them', async () => {
  const email = newAddress()
  await name(email)
  await answer(await linkOf(email))
  const entry = (await roster()).find(({ member }) => member.guest)
  expect(entry).toMatchObject({
    member: { displayName: 'Gus Guest', guest: true },
    invitedBy: { displayName: 'Ada' },
    state: 'going',
  })
  expect(entry!.hasProfile).toBe(false)
  const list = (
    await fixture.organiser.call('GET', `/api/events/${event.id}/check-in-list`)
  ).json<CheckInListAnswer>()
  expect(list.items!.map(({ member }) => member.displayName)).toEqual(['Ada', 'Gus Guest'])
  const attendees = await fixture.grace.call('GET', `/api/events/${event.id}/attendees`)
  expect(attendees.body).not.toContain('Gus')
  expect(attendees.body).not.toContain('guest:')
})

test('required questions are asked of guests, and their answers are on the roster', async () => {
  const asking = await openEvent({
    questions: [{ id: DIET, kind: 'shortText', label: 'Diet', required: true }],
  })
  const email = newAddress()
  await book(email, { of: asking })
  const link = await linkOf(email, asking)
  expect((await answer(link)).statusCode).toBe(400)
  const answers = [{ question: DIET, values: ['Vegan'] }]
  expect((await answer(link, 'going', { answers })).json()).toMatchObject({ mine: { state: 'going' } })
  const entry = (await roster(asking)).find(({ member }) => member.guest)
  expect(entry!.answers).toMatchObject([{ question: DIET, values: ['Vegan'] }])
})

test('a guest’s data is deleted 30 days after the event, and later if the event was moved', async () => {
  const asking = await openEvent({
    questions: [{ id: DIET, kind: 'shortText', label: 'Diet', required: false }],
  })
  const email = newAddress()
  await book(email, { of: asking })
  await answer(await linkOf(email, asking), 'going', { answers: [{ question: DIET, values: ['Vegan'] }] })
  const { id } = (await stored(email))!
  const moved = { startsAt: later(9 * DAY), endsAt: later(9 * DAY + HOUR) }
  await fixture.store.transact(async (tx) =>
    tx.put(events, { ...(await tx.get(events, asking.id))!, ...moved }),
  )
  const { deleteDue } = fixture.services.attendance.guests.ending
  fixture.advance(38 * DAY)
  await deleteDue()
  expect(await stored(email)).toBeDefined()
  fixture.advance(3 * DAY)
  await deleteDue()
  expect(await stored(email)).toBeUndefined()
  expect(await fixture.store.get(eventAnswers, joinedId(asking.id, id))).toBeUndefined()
  expect(JSON.stringify(await fixture.store.get(rsvps, joinedId(asking.id, id)))).not.toContain(email)
})

test('a guest who came is invited to join once, and one who did not come is not', async () => {
  const [came, missed] = [await guestOf(newAddress()), await guestOf(newAddress())]
  fixture.advance(2 * DAY)
  const body = { items: [{ code: came.page.code, at: later(0) }] }
  await fixture.organiser.call('POST', `/api/events/${event.id}/check-ins`, { body })
  fixture.advance(DAY)
  const { inviteToJoin } = fixture.services.attendance.guests.ending
  const invitations = async (email: string) =>
    (await mailsTo(email)).filter(({ parsed }) => parsed.subject?.includes('invites you to Guildhall'))
  await inviteToJoin()
  await inviteToJoin()
  expect(await invitations(came.email)).toHaveLength(1)
  expect(await invitations(missed.email)).toEqual([])
})

test('the audit log has who invited, and neither name nor address of the guest', async () => {
  const email = newAddress()
  await name(email)
  const entries = await allOf(fixture.store, auditEntries, {
    where: { actor: fixture.ada.uid },
    orderBy: 'at',
  })
  const invited = entries.filter(({ action }) => action === 'event.guest_invited')
  expect(invited).toMatchObject([{ actor: fixture.ada.uid, target: event.id }])
  expect(JSON.stringify(invited)).not.toMatch(/Gus|@/)
})
