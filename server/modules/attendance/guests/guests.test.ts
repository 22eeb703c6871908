import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, expect, test } from 'vitest'

import type { CheckInListAnswer, CheckInResults } from '#shared/attendance/check-in.ts'
import type { GuestPage } from '#shared/attendance/guests.ts'
import type { RosterPage } from '#shared/programme/roster.ts'
import { DAY, HOUR } from '#shared/lib/durations.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { rsvps } from '#server/modules/attendance/rsvps/seats/collection.ts'
import { eventAnswers } from '#server/modules/attendance/questions/collection.ts'
import { type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { communitySettings } from '#server/modules/community/settings/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import { type GuestFixture, newAddress, startGuestFixture } from '#server/testing/fixtures/guest-fixture.ts'

let fixture: GuestFixture
beforeEach(async () => {
  fixture = await startGuestFixture()
})
afterEach(() => fixture.close())

const DIET = randomUUID()
const setVisits = (visitsPerYear: number) =>
  fixture.store.transact(async (tx) =>
    tx.put(communitySettings, {
      id: 'guests',
      version: 1 + Math.floor(Math.random() * 1e6),
      changedAt: fixture.later(0),
      value: { visitsPerYear },
    }),
  )
const roster = async (of = fixture.event) =>
  (await fixture.organiser.call('GET', `/api/events/${of.id}/roster`)).json<RosterPage>().items

test('a member who is going invites a guest, who needs no account and holds a seat only after the click', async () => {
  const email = newAddress()
  expect((await fixture.invite(email)).statusCode).toBe(204)
  const [mail, ...others] = await fixture.mailsTo(email)
  expect(others).toEqual([])
  expect(mail!.parsed.subject).toContain('Ada invites you to')
  expect(mail!.parsed.headers.has('list-unsubscribe')).toBe(false)
  expect(await fixture.rsvpOf(email)).toBeUndefined()
  expect(await fixture.invited()).toMatchObject([{ name: 'Gus Guest', email, state: 'invited' }])
  const link = await fixture.linkOf(email)
  expect((await fixture.open(link)).json()).toMatchObject({
    name: 'Gus Guest',
    invitedBy: 'Ada',
    isOpen: true,
  })
  expect(await fixture.rsvpOf(email)).toBeUndefined()
  const page = (await fixture.answer(link)).json<GuestPage>()
  expect(page.mine).toMatchObject({ state: 'going', guests: 0 })
  expect(page.code).toMatch(/^1:guest:/)
  expect(await fixture.invited()).toMatchObject([{ email, state: 'going' }])
  const confirmation = (await fixture.mailsTo(email)).at(-1)!
  expect(confirmation.parsed.subject).toContain('going')
  expect(confirmation.parsed.text).toContain(`/?guest=${link}`)
  expect(confirmation.parsed.text).not.toContain('Choose what you get')
})

test('a guest’s page has nothing of members but the name of the one who invited them', async () => {
  const { page } = await fixture.guestOf(newAddress())
  const text = JSON.stringify(page)
  for (const hidden of [fixture.ada.uid, fixture.organiser.uid, 'Olga', 'hosts', 'attendees'])
    expect(text).not.toContain(hidden)
})

test('a visitor books a public event that is open to guests, and no other', async () => {
  expect((await fixture.book(newAddress())).statusCode).toBe(204)
  const [closed, members, draft, invited, cancelled] = [
    await fixture.openEvent({ openToGuests: false }),
    await fixture.openEvent({ visibility: 'members' }),
    await fixture.openEvent({ status: 'draft' }),
    await fixture.openEvent({ joinMode: 'invited' }),
    await fixture.openEvent({ status: 'cancelled' }),
  ]
  const statuses = await Promise.all(
    [closed, members, draft, invited, cancelled].map(
      async (of) => (await fixture.book(newAddress(), { of })).statusCode,
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

test('only a member who is going invites guests, up to three, and never themselves', async () => {
  expect((await fixture.invite(newAddress(), { by: fixture.grace })).json()).toMatchObject({
    code: 'not_going',
  })
  expect((await fixture.invite(fixture.ada.email)).json()).toMatchObject({
    fields: { email: expect.any(String) },
  })
  for (let more = 0; more < 3; more += 1) expect((await fixture.invite(newAddress())).statusCode).toBe(204)
  expect((await fixture.invite(newAddress())).json()).toMatchObject({ code: 'too_many_guests' })
  const [first] = await fixture.invited()
  const url = `/api/events/${fixture.event.id}/guests/${first!.id}`
  expect((await fixture.grace.call('DELETE', url)).statusCode).toBe(204)
  expect(await fixture.invited()).toHaveLength(3)
  expect((await fixture.ada.call('DELETE', url)).statusCode).toBe(204)
  expect((await fixture.ada.call('DELETE', url)).statusCode).toBe(204)
  expect((await fixture.invite(newAddress())).statusCode).toBe(204)
})

test('a withdrawn invitation opens nothing, and a guest who has answered is not withdrawn', async () => {
  const [gone, going] = [newAddress(), newAddress()]
  await fixture.invite(gone)
  await fixture.invite(going)
  const links = [await fixture.linkOf(gone), await fixture.linkOf(going)]
  await fixture.answer(links[1]!)
  for (const { id, email } of await fixture.invited())
    expect(
      (await fixture.ada.call('DELETE', `/api/events/${fixture.event.id}/guests/${id}`)).statusCode,
    ).toBe(email === gone ? 204 : 409)
  expect((await fixture.answer(links[0]!)).statusCode).toBe(404)
  expect((await fixture.open(links[1]!)).json()).toMatchObject({ mine: { state: 'going' } })
})

test('a guessed or malformed link opens nothing', async () => {
  const { link } = await fixture.guestOf(newAddress())
  for (const guessed of ['A'.repeat(22), link.split('').toReversed().join('')])
    expect((await fixture.open(guessed)).statusCode).toBe(404)
  for (const malformed of ['', link.slice(1), `${link}A`, '../../../../etc/passwd', ' '.repeat(22)])
    expect((await fixture.open(malformed)).statusCode).toBe(400)
})

test('a link opens no screen of members, and is no session', async () => {
  const { link } = await fixture.guestOf(newAddress())
  for (const url of [
    `/api/events/${fixture.event.id}`,
    `/api/events/${fixture.event.id}/attendees`,
    '/api/directory',
    '/api/me',
  ])
    for (const headers of [{ authorization: `Bearer ${link}` }, { cookie: `session=${link}` }])
      expect((await fixture.visitor('GET', url, { headers })).statusCode).toBe(401)
})

test('a link that is used after cancelling shows no ticket, and its code no longer checks in', async () => {
  const { email, link, page } = await fixture.guestOf(newAddress())
  const cancelled = (await fixture.answer(link, 'declined')).json<GuestPage>()
  expect(cancelled).toMatchObject({ mine: { state: 'declined' } })
  expect(cancelled.code).toBeUndefined()
  expect(await fixture.rsvpOf(email)).toMatchObject({ state: 'declined' })
  fixture.advance(2 * DAY - HOUR)
  const body = { items: [{ code: page.code, at: fixture.later(0) }] }
  const results = await fixture.organiser.call('POST', `/api/events/${fixture.event.id}/check-ins`, { body })
  expect(results.json<CheckInResults>().items).toMatchObject([{ result: 'noSeat' }])
})

test('an address of a member gets the same answer, an email to sign in, and no second seat', async () => {
  const answers = await Promise.all([fixture.invite(fixture.grace.email), fixture.invite(newAddress())])
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
  expect((await fixture.invited()).map(({ state }) => state)).toEqual(['invited', 'invited'])
  const [mail] = await fixture.mailsTo(fixture.grace.email)
  expect(mail!.parsed.text).toContain('You have an account')
  expect(mail!.parsed.text).toContain(`/event/${fixture.event.id}`)
  expect(mail!.parsed.text).not.toContain('?guest=')
})

test('a suspended member, and one who blocked the inviter, get no email', async () => {
  const [suspended, blocking] = [await fixture.member(), await fixture.member()]
  await fixture.changeMember(suspended.uid, { status: 'suspended' })
  await blocking.call('PUT', `/api/blocks/${fixture.ada.uid}`)
  await fixture.invite(suspended.email)
  await fixture.invite(blocking.email)
  expect(await fixture.mailsTo(suspended.email)).toEqual([])
  expect(await fixture.mailsTo(blocking.email)).toEqual([])
})

test('a guest of a full event waits, and is promoted with an email', async () => {
  const full = await fixture.openEvent({ capacity: 1 })
  const { email, link, page } = await fixture.guestOf(newAddress(), full)
  expect(page.mine).toMatchObject({ state: 'waitlisted', position: 1 })
  expect(page.code).toBeUndefined()
  await fixture.ada.call('PUT', `/api/events/${full.id}/rsvp`, { body: { state: 'declined', guests: 0 } })
  expect((await fixture.open(link)).json()).toMatchObject({ mine: { state: 'going' } })
  expect((await fixture.mailsTo(email)).at(-1)!.parsed.text).toContain('A seat opened up')
})

test('a request to join is answered by an organiser, and the guest gets an email', async () => {
  const byRequest = await fixture.openEvent({ joinMode: 'request' })
  const { email, link, page } = await fixture.guestOf(newAddress(), byRequest)
  expect(page.mine).toMatchObject({ state: 'requested' })
  const entry = (await roster(byRequest)).find(({ member }) => member.guest)!
  const url = `/api/events/${byRequest.id}/roster/${encodeURIComponent(entry.member.id)}/acceptance`
  const headers = { 'if-match': `"${entry.version}"` }
  expect((await fixture.organiser.call('POST', url, { headers })).statusCode).toBe(200)
  expect((await fixture.open(link)).json()).toMatchObject({ mine: { state: 'going' } })
  expect((await fixture.mailsTo(email)).at(-1)!.parsed.text).toContain(`?guest=${link}`)
})

test('guests get emails about changes, reminders and the cancellation of an event', async () => {
  const { email, link } = await fixture.guestOf(newAddress())
  const body = { reason: 'The hall is flooded.' }
  await fixture.organiser.call('POST', `/api/events/${fixture.event.id}/cancel`, { body })
  const last = (await fixture.mailsTo(email)).at(-1)!
  expect(last.parsed.subject).toContain('Cancelled')
  expect(last.parsed.text).toContain('The hall is flooded.')
  const page = (await fixture.open(link)).json<GuestPage>()
  expect(page).toMatchObject({ event: { status: 'cancelled', reason: body.reason }, isOpen: false })
  expect(page.code).toBeUndefined()
  expect((await fixture.answer(link)).statusCode).toBe(409)
})

test('after the start nobody books, and after the end nobody cancels', async () => {
  const { link } = await fixture.guestOf(newAddress())
  const email = newAddress()
  await fixture.book(email)
  const late = await fixture.linkOf(email)
  fixture.advance(2 * DAY + 3 * HOUR)
  expect((await fixture.book(newAddress())).json()).toMatchObject({ code: 'rsvp_closed' })
  expect((await fixture.answer(late)).statusCode).toBe(409)
  expect((await fixture.answer(link, 'declined')).statusCode).toBe(409)
})

test('an event that an admin hides is no longer shown to its guests', async () => {
  const { link } = await fixture.guestOf(newAddress())
  await fixture.store.transact(async (tx) => {
    const current = await tx.get(events, fixture.event.id)
    tx.put(events, { ...current!, hidden: { event: { reason: 'Spam', at: fixture.later(0) } } })
  })
  expect((await fixture.open(link)).statusCode).toBe(404)
})

test('when the member who invited withdraws or is suspended, those who have not confirmed stay out', async () => {
  const inviter = await fixture.member()
  const of = await fixture.openEvent({ visibility: 'members' }, [inviter.uid, fixture.ada.uid])
  const [confirmed, open1, open2] = [newAddress(), newAddress(), newAddress()]
  for (const email of [confirmed, open1, open2]) await fixture.invite(email, { of, by: inviter })
  const link = await fixture.linkOf(confirmed, of)
  expect((await fixture.answer(link)).statusCode).toBe(200)
  await inviter.call('PUT', `/api/events/${of.id}/rsvp`, { body: { state: 'declined', guests: 0 } })
  expect((await fixture.answer(await fixture.linkOf(open1, of))).json()).toMatchObject({
    code: 'guest_withdrawn',
  })
  await inviter.call('PUT', `/api/events/${of.id}/rsvp`, { body: { state: 'going', guests: 0 } })
  await fixture.changeMember(inviter.uid, { status: 'suspended' })
  expect((await fixture.answer(await fixture.linkOf(open2, of))).json()).toMatchObject({
    code: 'guest_withdrawn',
  })
  expect((await fixture.visitor('POST', '/api/guests/page', { body: { link } })).json()).toMatchObject({
    mine: { state: 'going' },
  })
})

test('visits within a year are limited by a setting, which also closes events to guests', async () => {
  await setVisits(1)
  const { email, link } = await fixture.guestOf(newAddress())
  const next = await fixture.openEvent()
  await fixture.book(email, { of: next })
  const second = await fixture.linkOf(email, next)
  expect((await fixture.answer(second)).json()).toMatchObject({ code: 'too_many_visits' })
  await fixture.answer(link, 'declined')
  expect((await fixture.answer(second)).statusCode).toBe(200)
  await setVisits(0)
  expect((await fixture.book(newAddress(), { of: next })).json()).toMatchObject({ code: 'no_guests' })
  await setVisits(3)
})

test('a visit does not count if the event is cancelled, the guest is removed, or never gets a seat', async () => {
  await setVisits(1)
  const email = newAddress()
  const answerAt = async (of: EventDocument) => {
    await fixture.book(email, { of })
    return (await fixture.answer(await fixture.linkOf(email, of))).json<GuestPage & { code?: string }>()
  }
  const act = async (of: EventDocument, path: string, reason: string, version = 0) => {
    const request = { body: { reason }, headers: { 'if-match': `"${version}"` } }
    const answer = await fixture.organiser.call('POST', `/api/events/${of.id}/${path}`, request)
    expect(answer.statusCode).toBe(200)
  }
  const cancelled = await fixture.openEvent()
  expect(await answerAt(cancelled)).toMatchObject({ mine: { state: 'going' } })
  await act(cancelled, 'cancel', 'The hall is closed')

  const without = await fixture.openEvent()
  expect(await answerAt(without)).toMatchObject({ mine: { state: 'going' } })
  const { member, version } = (await roster(without)).find((entry) => entry.member.guest)!
  await act(without, `roster/${member.id}/removal`, 'The list is full', version)

  const full = await fixture.openEvent({ capacity: 1, startsAt: fixture.later(HOUR) })
  expect(await answerAt(full)).toMatchObject({ mine: { state: 'waitlisted' } })
  const last = await fixture.openEvent()
  expect(await answerAt(last)).toMatchObject({ code: 'too_many_visits' })
  fixture.advance(4 * HOUR)
  expect(await answerAt(last)).toMatchObject({ mine: { state: 'going' } })
  await setVisits(3)
})

test('guests are on the roster and the check-in list, with the member who brings them', async () => {
  const email = newAddress()
  await fixture.invite(email)
  await fixture.answer(await fixture.linkOf(email))
  const entry = (await roster()).find(({ member }) => member.guest)
  expect(entry).toMatchObject({
    member: { displayName: 'Gus Guest', guest: true },
    invitedBy: { displayName: 'Ada' },
    state: 'going',
  })
  expect(entry!.hasProfile).toBe(false)
  const list = (
    await fixture.organiser.call('GET', `/api/events/${fixture.event.id}/check-in-list`)
  ).json<CheckInListAnswer>()
  expect(list.items!.map(({ member }) => member.displayName)).toEqual(['Ada', 'Gus Guest'])
  const attendees = await fixture.grace.call('GET', `/api/events/${fixture.event.id}/attendees`)
  expect(attendees.body).not.toContain('Gus')
  expect(attendees.body).not.toContain('guest:')
})

test('required questions are asked of guests, and their answers are on the roster', async () => {
  const asking = await fixture.openEvent({
    questions: [{ id: DIET, kind: 'shortText', label: 'Diet', required: true }],
  })
  const email = newAddress()
  await fixture.book(email, { of: asking })
  const link = await fixture.linkOf(email, asking)
  expect((await fixture.answer(link)).statusCode).toBe(400)
  const answers = [{ question: DIET, values: ['Vegan'] }]
  expect((await fixture.answer(link, 'going', { answers })).json()).toMatchObject({
    mine: { state: 'going' },
  })
  const entry = (await roster(asking)).find(({ member }) => member.guest)
  expect(entry!.answers).toMatchObject([{ question: DIET, values: ['Vegan'] }])
})

test('a guest’s data is deleted 30 days after the event, and later if the event was moved', async () => {
  const asking = await fixture.openEvent({
    questions: [{ id: DIET, kind: 'shortText', label: 'Diet', required: false }],
  })
  const email = newAddress()
  await fixture.book(email, { of: asking })
  await fixture.answer(await fixture.linkOf(email, asking), 'going', {
    answers: [{ question: DIET, values: ['Vegan'] }],
  })
  const { id } = (await fixture.stored(email))!
  const moved = { startsAt: fixture.later(9 * DAY), endsAt: fixture.later(9 * DAY + HOUR) }
  await fixture.store.transact(async (tx) =>
    tx.put(events, { ...(await tx.get(events, asking.id))!, ...moved }),
  )
  const { deleteDue } = fixture.services.attendance.guests.ending
  fixture.advance(38 * DAY)
  await deleteDue()
  expect(await fixture.stored(email)).toBeDefined()
  fixture.advance(3 * DAY)
  await deleteDue()
  expect(await fixture.stored(email)).toBeUndefined()
  expect(await fixture.store.get(eventAnswers, joinedId(asking.id, id))).toBeUndefined()
  expect(JSON.stringify(await fixture.store.get(rsvps, joinedId(asking.id, id)))).not.toContain(email)
})

test('a guest who came is invited to join once, and one who did not come is not', async () => {
  const [came, missed] = [await fixture.guestOf(newAddress()), await fixture.guestOf(newAddress())]
  fixture.advance(2 * DAY)
  const body = { items: [{ code: came.page.code, at: fixture.later(0) }] }
  await fixture.organiser.call('POST', `/api/events/${fixture.event.id}/check-ins`, { body })
  fixture.advance(DAY)
  const { inviteToJoin } = fixture.services.attendance.guests.ending
  const invitations = async (email: string) =>
    (await fixture.mailsTo(email)).filter(({ parsed }) =>
      parsed.subject?.includes('invites you to Guildhall'),
    )
  await inviteToJoin()
  await inviteToJoin()
  expect(await invitations(came.email)).toHaveLength(1)
  expect(await invitations(missed.email)).toEqual([])
})

test('a guest of a postponed event is invited to join after its new end', async () => {
  const postponed = await fixture.openEvent({})
  const { email } = await fixture.guestOf(newAddress(), postponed)
  const moved = { startsAt: fixture.later(20 * DAY), endsAt: fixture.later(20 * DAY + HOUR) }
  await fixture.store.transact(async (tx) =>
    tx.put(events, { ...(await tx.get(events, postponed.id))!, ...moved }),
  )
  const { inviteToJoin } = fixture.services.attendance.guests.ending
  const invitations = async () =>
    (await fixture.mailsTo(email)).filter(({ parsed }) =>
      parsed.subject?.includes('invites you to Guildhall'),
    ).length
  fixture.advance(4 * DAY)
  await inviteToJoin()
  expect(await invitations()).toBe(0)
  fixture.advance(17 * DAY)
  await inviteToJoin()
  expect(await invitations()).toBe(1)
})

test('a guest’s data is deleted 30 days after an event that was moved to an earlier day', async () => {
  const early = await fixture.openEvent({
    startsAt: fixture.later(40 * DAY),
    endsAt: fixture.later(40 * DAY + HOUR),
  })
  const { email } = await fixture.guestOf(newAddress(), early)
  const moved = { startsAt: fixture.later(DAY), endsAt: fixture.later(DAY + HOUR) }
  await fixture.store.transact(async (tx) =>
    tx.put(events, { ...(await tx.get(events, early.id))!, ...moved }),
  )
  const { deleteDue } = fixture.services.attendance.guests.ending
  fixture.advance(30 * DAY)
  await deleteDue()
  expect(await fixture.stored(email)).toBeDefined()
  fixture.advance(2 * DAY)
  await deleteDue()
  expect(await fixture.stored(email)).toBeUndefined()
})

test('the audit log has who invited, and neither name nor address of the guest', async () => {
  const email = newAddress()
  await fixture.invite(email)
  const entries = await allOf(fixture.store, auditEntries, {
    where: { actor: fixture.ada.uid },
    orderBy: 'at',
  })
  const invited = entries.filter(({ action }) => action === 'event.guest_invited')
  expect(invited).toMatchObject([{ actor: fixture.ada.uid, target: fixture.event.id }])
  expect(JSON.stringify(invited)).not.toMatch(/Gus|@/)
})
