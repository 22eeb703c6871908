import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { RosterPage } from '#shared/programme/roster.ts'
import type { EventDetails } from '#shared/events/schema.ts'
import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { editOf, type EventDocument, events } from '#server/modules/events/events/collection.ts'
import { joinedId } from '#server/store/joined-id.ts'
import {
  inHours,
  type OrganiserFixture,
  startOrganiserFixture,
} from '#server/testing/fixtures/organiser-fixture.ts'

import { rsvps } from './seats/collection.ts'

type Person = OrganiserFixture['ada']
type NotificationAnswer = { items: { topic: string; text: string }[] }

let event: EventDocument
const fixture = await startOrganiserFixture()
beforeAll(async () => {
  await fixture.services.warmUp()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  event = await newEvent()
})

const newEvent = (more: Partial<EventDocument> = {}) =>
  fixture.putEvent({ joinMode: 'request', guestsMax: 2, startsAt: inHours(48), ...more })
const at = (path: string) => `/api/events/${event.id}/${path}`
const rsvp = (who: Person, body: object = {}) =>
  who.call('PUT', at('rsvp'), { body: { state: 'going', guests: 0, ...body } })
const details = async (who: Person) => (await who.call('GET', `/api/events/${event.id}`)).json<EventDetails>()
const roster = async () => (await fixture.organiser.call('GET', at('roster'))).json<RosterPage>()
const answer = (how: 'acceptance' | 'decline', who: Person, body?: object, version = 1) =>
  fixture.organiser.call('POST', at(`roster/${who.uid}/${how}`), {
    body: how === 'decline' ? (body ?? {}) : undefined,
    headers: { 'if-match': `"${version}"` },
  })
async function notified(who: Person) {
  await fixture.services.notifications.notifications.idle()
  const { items } = (await who.call('GET', '/api/notifications')).json<NotificationAnswer>()
  return items.map(({ topic, text }) => [topic, text])
}

describe('a request to join', () => {
  test('a note goes with a request to the organisers, and is deleted when the request is answered', async () => {
    const { ada, grace } = fixture
    await rsvp(ada, { note: 'I teach this.' })
    await rsvp(grace, { note: 'Please!' })
    expect((await details(ada)).mine).toMatchObject({ state: 'requested', requestNote: 'I teach this.' })
    const noteOf = async (who: Person) =>
      (await roster()).items.find(({ member }) => member.id === who.uid)?.requestNote
    expect(await noteOf(ada)).toBe('I teach this.')
    const exported = (await ada.call('POST', '/api/account/export')).body
    expect(exported).toContain('I teach this.')
    expect((await fixture.grace.call('GET', `/api/events/${event.id}`)).body).not.toContain('I teach')

    await rsvp(ada, { guests: 1 })
    expect(await noteOf(ada)).toBe('I teach this.')
    await rsvp(ada, { guests: 1, note: 'We both teach this.' })
    expect(await noteOf(ada)).toBe('We both teach this.')
    await rsvp(ada, { guests: 1, note: '' })
    expect(await noteOf(ada)).toBeUndefined()

    await answer('acceptance', grace)
    expect((await details(grace)).mine).toEqual({ state: 'going', guests: 0 })
    expect(await noteOf(grace)).toBeUndefined()
    expect((await rsvp(ada, { note: 'x'.repeat(301) })).statusCode).toBe(400)
  })

  test('a withdrawn request keeps no note, and one that needs no acceptance has none', async () => {
    const { ada, organiser } = fixture
    await rsvp(ada, { note: 'I teach this.' })
    await rsvp(ada, { state: 'declined' })
    await rsvp(organiser, { note: 'I run this.' })
    const stored = await fixture.store.getMany(
      rsvps,
      [ada, organiser].map(({ uid }) => joinedId(event.id, uid)),
    )
    expect(stored.map((each) => each?.requestNote)).toEqual([undefined, undefined])
  })

  test('a member who answers going sends a request, which takes no seat and no place on the waitlist', async () => {
    event = await newEvent({ capacity: 1 })
    expect((await details(fixture.ada)).needsRequest).toBe(true)
    for (const who of [fixture.ada, fixture.grace])
      expect((await rsvp(who)).json()).toEqual({
        mine: { state: 'requested', guests: 0 },
        seats: { going: 0, waiting: 0, left: 1 },
      })
    expect((await roster()).counts).toMatchObject({ requested: 2, going: 0, waitlisted: 0 })
    expect((await details(fixture.organiser)).requests).toBe(2)
    expect(await details(fixture.ada)).not.toHaveProperty('requests')
    expect((await rsvp(fixture.ada, { state: 'maybe' })).json()).toMatchObject({ code: 'request_needed' })
  })

  test('an organiser of the event needs no request', async () => {
    expect((await rsvp(fixture.organiser)).json()).toMatchObject({ mine: { state: 'going' } })
  })

  test('the first of two accepted members gets the last seat, and the other joins the waitlist', async () => {
    event = await newEvent({ capacity: 1 })
    await rsvp(fixture.ada)
    await rsvp(fixture.grace)
    const answers = await Promise.all([
      answer('acceptance', fixture.ada),
      answer('acceptance', fixture.grace),
    ])
    expect(answers.map((each) => each.json<{ state: string }>().state).toSorted()).toEqual([
      'going',
      'waitlisted',
    ])
  })

  test('the first of two organisers’ answers is final, and repeating it changes nothing', async () => {
    await rsvp(fixture.ada)
    const accepted = await answer('acceptance', fixture.ada)
    expect(accepted.json()).toEqual({ state: 'going', version: 2 })
    expect((await answer('acceptance', fixture.ada)).json()).toEqual({ state: 'going', version: 2 })
    expect((await answer('decline', fixture.ada)).json()).toMatchObject({ code: 'not_requested' })
  })

  test('guests come along when the member is accepted', async () => {
    event = await newEvent({ capacity: 3 })
    await rsvp(fixture.ada, { guests: 2 })
    await answer('acceptance', fixture.ada)
    expect(await details(fixture.ada)).toMatchObject({
      mine: { state: 'going', guests: 2 },
      seats: { left: 0 },
    })
  })

  test('a request with more guests than the event has seats is not accepted', async () => {
    event = await newEvent({ capacity: 3 })
    await rsvp(fixture.ada, { guests: 2 })
    await fixture.store.transact(async (tx) => tx.put(events, { ...event, capacity: 2 }))
    expect((await answer('acceptance', fixture.ada)).json()).toMatchObject({ code: 'no_seats' })
  })

  test('a declined member reads the note, cannot ask again, and can still be added', async () => {
    const { ada } = fixture
    await rsvp(ada)
    expect((await answer('decline', ada, { note: 'Next time!' })).json()).toEqual({
      state: 'declined',
      version: 2,
    })
    expect((await details(ada)).mine).toEqual({
      state: 'declined',
      guests: 0,
      requestDeclined: true,
      declineNote: 'Next time!',
    })
    expect((await rsvp(ada)).json()).toMatchObject({ code: 'request_declined' })
    const added = await fixture.organiser.call('POST', at(`roster/${ada.uid}/addition`), {
      body: { place: 'seat' },
      headers: { 'if-match': '"2"' },
    })
    expect(added.json()).toMatchObject({ state: 'going' })
  })

  test('members are notified of an acceptance, and of a decline unless it is silent', async () => {
    const [first, second, third] = [await fixture.member(), await fixture.member(), await fixture.member()]
    for (const who of [first, second, third]) await rsvp(who)
    await answer('acceptance', first)
    await answer('decline', second, { note: 'Next time!' })
    await answer('decline', third, { note: 'Nobody reads this', silent: true })
    const title = `Event ${event.id}`
    expect(await notified(first)).toEqual([
      ['requestAccepted', `Your request was accepted: you’re going to ${title}.`],
    ])
    expect(await notified(second)).toEqual([
      ['requestDeclined', `Your request to join ${title} wasn’t accepted. Next time!`],
    ])
    expect(await notified(third)).toEqual([])
    expect((await details(third)).mine).toEqual({ state: 'declined', guests: 0, requestDeclined: true })
  })

  test('a request of someone suspended or blocked cannot be accepted', async () => {
    const suspended = await fixture.member()
    await rsvp(suspended)
    await fixture.changeMember(suspended.uid, { status: 'suspended' })
    expect((await answer('acceptance', suspended)).json()).toMatchObject({ code: 'member_unavailable' })
    const blocker = await fixture.member()
    await rsvp(blocker)
    await blocker.call('PUT', `/api/blocks/${fixture.organiser.uid}`)
    expect((await answer('acceptance', blocker)).json()).toMatchObject({ code: 'member_unavailable' })
  })

  test('a request that its member withdrew cannot be answered', async () => {
    await rsvp(fixture.ada)
    expect((await rsvp(fixture.ada, { state: 'declined' })).json()).toMatchObject({
      mine: { state: 'declined' },
    })
    expect((await answer('acceptance', fixture.ada)).json()).toMatchObject({ code: 'not_requested' })
  })

  test('each answer is in the audit log', async () => {
    await rsvp(fixture.ada)
    await rsvp(fixture.grace)
    await answer('acceptance', fixture.ada)
    await answer('decline', fixture.grace)
    const { items } = await fixture.store.find(auditEntries, { orderBy: 'at', direction: 'desc', limit: 2 })
    expect(items.map(({ action }) => action).toSorted()).toEqual([
      'event.request_accepted',
      'event.request_declined',
    ])
  })

  test('announcements reach no one who waits for an answer', async () => {
    const { ada, grace } = fixture
    await rsvp(ada)
    await rsvp(grace)
    await answer('acceptance', ada)
    await fixture.organiser.call('POST', at('announcements'), { body: { text: 'The door code is 1234' } })
    expect((await notified(ada))[0]![0]).toBe('announcement')
    expect((await notified(grace)).map(([topic]) => topic)).not.toContain('announcement')
    expect((await grace.call('GET', at('announcements'))).json()).toEqual({ items: [] })
  })

  const edited = async (more: object) => {
    const { joinMode: _, ...edit } = editOf(event)
    const saved = await fixture.organiser.call('PUT', `/api/events/${event.id}`, {
      headers: { 'if-match': '"1"' },
      body: { ...edit, ...more },
    })
    expect(saved.statusCode).toBe(200)
  }

  test('an event that opens accepts requests in the order in which they came, and notifies each member once', async () => {
    event = await newEvent({ capacity: 2, guestsMax: 1 })
    const [first, second, third, suspended] = await Promise.all(
      Array.from({ length: 4 }, () => fixture.member()),
    )
    for (const [who, guests] of [
      [suspended!, 0],
      [third!, 1],
      [first!, 1],
      [second!, 0],
    ] as const) {
      fixture.advance(1_000)
      expect((await rsvp(who, { guests })).json()).toMatchObject({
        mine: { state: 'requested' },
      })
    }
    await fixture.changeMember(suspended!.uid, { status: 'suspended' })
    await edited({})
    const states = await Promise.all([third!, first!, second!].map(async (who) => (await details(who)).mine))
    expect(states).toMatchObject([
      { state: 'going', guests: 1 },
      { state: 'waitlisted', position: 1 },
      { state: 'waitlisted', position: 2 },
    ])
    const title = `Event ${event.id}`
    expect(await notified(third!)).toEqual([
      ['requestAccepted', `Your request was accepted: you’re going to ${title}.`],
    ])
    expect(await notified(second!)).toEqual([
      ['requestAccepted', `Your request was accepted. ${title} is full, so you’re on the waitlist.`],
    ])
    expect((await roster()).counts).toMatchObject({ requested: 1, going: 1, waitlisted: 2 })
    expect((await rsvp(fixture.ada)).json()).toMatchObject({ mine: { state: 'waitlisted', position: 3 } })
  })

  test('an event that opens without a limit seats everyone, and those who waited for a seat', async () => {
    event = await newEvent({ capacity: 1 })
    const { ada, grace } = fixture
    await rsvp(ada)
    await answer('acceptance', ada)
    await rsvp(grace)
    await answer('acceptance', grace)
    const late = await fixture.member()
    await rsvp(late)
    const { capacity: _, ...unlimited } = event
    event = unlimited
    await edited({})
    for (const who of [ada, grace, late]) expect((await details(who)).mine).toMatchObject({ state: 'going' })
  })

  test('an event that becomes one for invited people keeps requests, which an organiser decides', async () => {
    const { ada, grace } = fixture
    await rsvp(ada)
    await edited({ joinMode: 'invited' })
    expect((await details(ada)).mine).toEqual({ state: 'requested', guests: 0 })
    expect((await grace.call('GET', `/api/events/${event.id}`)).statusCode).toBe(404)
    expect((await answer('acceptance', ada)).json()).toMatchObject({ state: 'going' })
  })
})

describe('a registration window', () => {
  test('RSVPs open at the start of the window, and attendees can give up a seat before it', async () => {
    const { ada, grace } = fixture
    event = await fixture.putEvent({ startsAt: inHours(48), rsvpOpensAt: inHours(1) }, [grace.uid])
    for (const state of ['going', 'maybe'])
      expect((await rsvp(ada, { state })).json()).toMatchObject({ code: 'rsvp_not_open' })
    expect((await details(ada)).rsvpOpensAt).toBe(event.rsvpOpensAt)
    expect((await rsvp(grace, { state: 'declined' })).statusCode).toBe(200)
    await fixture.store.transact(async (tx) => tx.put(events, { ...event, rsvpOpensAt: inHours(-1) }))
    expect((await rsvp(ada)).statusCode).toBe(200)
  })

  test('an event whose RSVPs open after the deadline is refused', async () => {
    const edited = (more: object) =>
      fixture.organiser.call('PUT', `/api/events/${event.id}`, {
        headers: { 'if-match': '"1"' },
        body: { ...editOf(event), ...more },
      })
    const refused = await edited({ rsvpOpensAt: inHours(24), rsvpDeadline: inHours(23) })
    expect(refused.json()).toMatchObject({
      fields: { rsvpOpensAt: 'RSVPs must open before the RSVP deadline.' },
    })
    expect((await edited({ rsvpOpensAt: inHours(-24) })).statusCode).toBe(200)
  })
})

describe('a request that no one answers', () => {
  const expire = () =>
    fixture.services.attendance.jobs.find(({ name }) => name === 'unanswered requests')?.run() ??
    Promise.resolve()
  const ended = (more: Partial<EventDocument> = {}) =>
    newEvent({ startsAt: inHours(-3), endsAt: inHours(-1), ...more })

  test('a request expires once the event has ended, and the member is notified once', async () => {
    const who = await fixture.member()
    event = await newEvent({ startsAt: inHours(-3), endsAt: inHours(1) })
    await fixture.putRsvp(event, who.uid, 'requested')
    await expire()
    expect((await details(who)).mine).toEqual({ state: 'requested', guests: 0 })

    event = await ended()
    await fixture.putRsvp(event, who.uid, 'requested', { guests: 1 })
    await Promise.all([expire(), expire()])
    await expire()
    expect((await details(who)).mine).toEqual({ state: 'declined', guests: 0, requestExpired: true })
    expect((await details(fixture.organiser)).requests).toBeUndefined()
    expect((await roster()).items).toMatchObject([{ state: 'declined', requestExpired: true }])
    expect(await notified(who)).toEqual([
      ['requestExpired', `No one answered your request to join ${event.title} before it ended.`],
    ])
  })

  test.each([
    ['was cancelled', { status: 'cancelled' }],
    ['an admin has hidden', { hidden: { event: { reason: 'Spam', at: inHours(-2) } } }],
    ['ended weeks ago', { startsAt: inHours(-400), endsAt: inHours(-399) }],
  ] as const)('a request to an event that %s expires without a notification', async (_, more) => {
    const who = await fixture.member()
    event = await ended(more)
    await fixture.putRsvp(event, who.uid, 'requested')
    await expire()
    expect(await fixture.store.get(rsvps, joinedId(event.id, who.uid))).toMatchObject({ state: 'declined' })
    expect(await notified(who)).toEqual([])
  })
})
