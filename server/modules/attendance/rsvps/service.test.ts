import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { RsvpEdit } from '#shared/events/rsvps.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import {
  type EventFixture,
  eventEdit,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'

import { rsvps as collection } from './seats/collection.ts'
import { hasRsvps } from './seats/transactions.ts'

const organiser = person('organiser', 'organiser')

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

const respond = (name: string, state: RsvpEdit['state'] = 'going', guests = 0, eventId = 'event') =>
  fixture.rsvps.respond(person(name), eventId, { state, guests })
const mineOf = async (name: string) =>
  (await fixture.rsvps.reader.participation(name, [{ id: 'event' }]))[0]?.mine
const editOf = (startsAt: string, more: Parameters<typeof eventEdit>[0] = {}) =>
  eventEdit({ startsAt, endsAt: new Date(Date.parse(startsAt) + 2 * 60 * MINUTE).toISOString(), ...more })

describe('an answer', () => {
  test('a member who answers going to a full event joins the waitlist and gets their position', async () => {
    await fixture.put({ id: 'event', capacity: 1 })
    expect(await respond('ada')).toEqual({
      mine: { state: 'going', guests: 0 },
      seats: { going: 1, left: 0, waiting: 0 },
    })
    await respond('ben')
    expect(await respond('cleo')).toEqual({
      mine: { state: 'waitlisted', guests: 0, position: 2 },
      seats: { going: 1, left: 0, waiting: 2 },
    })
  })

  test('a repeated answer changes nothing', async () => {
    await fixture.put({ id: 'event', capacity: 1 })
    for (const name of ['ada', 'ben']) {
      const first = await respond(name)
      const stored = (await fixture.rsvps.reader.rsvpsOf(name))[0]
      fixture.advance(MINUTE)
      expect(await respond(name)).toEqual(first)
      expect((await fixture.rsvps.reader.rsvpsOf(name))[0]).toEqual(stored)
    }
  })

  describe('a choice that waited for a connection', () => {
    const choose = (choiceId: string, state: RsvpEdit['state'], knownChoices?: string[]) =>
      fixture.rsvps.respond(person('ada'), 'event', { state, guests: 0, choiceId, knownChoices })

    test('a choice that waited does not replace one that the member has given elsewhere meanwhile', async () => {
      await fixture.put({ id: 'event' })
      await choose('laptop', 'going')
      for (const knownChoices of [[''], ['earlier']]) {
        await expect(choose('phone', 'declined', knownChoices)).rejects.toMatchObject({
          status: 412,
          code: 'rsvp_superseded',
        })
      }
      expect(await mineOf('ada')).toMatchObject({ state: 'going', choiceId: 'laptop' })
    })

    test('a choice that waited replaces the one that its browser knew, also after the organisers or a free seat have changed it', async () => {
      await fixture.put({ id: 'event', capacity: 1 })
      await respond('ben')
      expect(await choose('first', 'going', [''])).toMatchObject({ mine: { state: 'waitlisted' } })
      await respond('ben', 'declined')
      expect(await mineOf('ada')).toMatchObject({ state: 'going', choiceId: 'first' })
      expect(await choose('second', 'declined', ['first'])).toMatchObject({ mine: { state: 'declined' } })
    })

    test('a choice that waited succeeds when it is repeated after a lost response, or says the same as the newer one', async () => {
      await fixture.put({ id: 'event' })
      for (const choiceId of ['phone', 'phone', 'tablet'])
        expect(await choose(choiceId, 'going', [''])).toMatchObject({ mine: { choiceId: 'phone' } })
    })
  })

  test('a declined RSVP counts as an RSVP', async () => {
    await fixture.put({ id: 'event' })
    expect(await respond('ada', 'declined')).toMatchObject({ mine: { state: 'declined' } })
    expect(await hasRsvps(fixture.store, 'event')).toBe(true)
  })

  test.for([
    ['an event that does not exist', 'nothing', 'event_not_found'],
    ['a draft', 'draft', 'event_not_found'],
    ['a cancelled event', 'cancelled', 'event_cancelled'],
  ])('an answer to %s is refused', async ([, id, code]) => {
    await fixture.put({ id: 'draft', status: 'draft' })
    await fixture.put({ id: 'cancelled', status: 'cancelled' })
    await expect(respond('ada', 'going', 0, id)).rejects.toMatchObject({ code })
  })

  test('declining a cancelled event succeeds until its end, and changes nothing', async () => {
    const event = await fixture.put({ id: 'event', guestsMax: 1 })
    const { mine, seats } = await respond('ada', 'going', 1)
    await fixture.lifecycle.cancel(organiser, 'event', 'The hall burnt down')
    const stored = await fixture.rsvps.reader.rsvpsOf('ada')
    expect(await respond('ada', 'declined')).toEqual({ mine, seats })
    expect(await respond('ben', 'declined')).toEqual({ mine: { state: 'declined', guests: 0 }, seats })
    expect(await fixture.rsvps.reader.rsvpsOf('ada')).toEqual(stored)
    expect(await fixture.rsvps.reader.rsvpsOf('ben')).toEqual([])
    await expect(respond('ada', 'maybe')).rejects.toMatchObject({ code: 'event_cancelled' })
    fixture.advance(Date.parse(event.endsAt) - Date.parse(fixture.inHours(0)))
    await expect(respond('ada', 'declined')).rejects.toMatchObject({ code: 'event_cancelled' })
  })

  test('an answer with too many guests is refused with the limit for the field', async () => {
    await fixture.put({ id: 'event', guestsMax: 1 })
    await expect(respond('ada', 'going', 2)).rejects.toMatchObject({
      code: 'invalid_input',
      more: { fields: { guests: 'You can bring up to 1 guest.' } },
    })
  })
})

describe('a freed seat', () => {
  test('the head of the waitlist gets a freed seat in the same transaction', async () => {
    await fixture.put({ id: 'event', capacity: 2, guestsMax: 1 })
    await respond('ada', 'going', 1)
    await respond('ben')
    await respond('cleo')
    expect((await respond('ada', 'declined')).seats).toEqual({ going: 2, left: 0, waiting: 0 })
    expect(await mineOf('ben')).toEqual({ state: 'going', guests: 0 })
  })
})

describe('an edit of the event', () => {
  const edit = async (more: Parameters<typeof eventEdit>[0]) => {
    const { version, startsAt } = (await fixture.eventAccess.nonDraft(fixture.store, 'event'))!
    return fixture.editor.edit(organiser, 'event', version, editOf(startsAt, more))
  }

  test('more seats move the waitlist up', async () => {
    await fixture.put({ id: 'event', capacity: 1 })
    for (const name of ['ada', 'ben', 'cleo', 'dan']) await respond(name)
    await edit({ capacity: 3 })
    expect(await mineOf('cleo')).toEqual({ state: 'going', guests: 0 })
    expect(await mineOf('dan')).toEqual({ state: 'waitlisted', guests: 0, position: 1 })
  })

  test('a removed limit gives everyone on the waitlist a seat', async () => {
    await fixture.put({ id: 'event', capacity: 1 })
    for (const name of ['ada', 'ben', 'cleo']) await respond(name)
    const { capacity: _, ...unlimited } = editOf(
      (await fixture.eventAccess.nonDraft(fixture.store, 'event'))!.startsAt,
    )
    await fixture.editor.edit(organiser, 'event', 1, unlimited)
    expect(await fixture.rsvps.reader.seatsOf([{ id: 'event' }])).toEqual([{ going: 3, waiting: 0 }])
  })

  test('fewer seats than are taken are refused for the field, and nothing changes', async () => {
    await fixture.put({ id: 'event', capacity: 3 })
    for (const name of ['ada', 'ben']) await respond(name)
    await expect(edit({ capacity: 1 })).rejects.toMatchObject({
      more: { fields: { capacity: 'Enter at least 2: 2 seats are already taken.' } },
    })
    expect(await fixture.eventAccess.nonDraft(fixture.store, 'event')).toMatchObject({
      capacity: 3,
      version: 1,
    })
  })

  test('fewer seats than someone on the waitlist needs are refused', async () => {
    await fixture.put({ id: 'event', capacity: 4, guestsMax: 3 })
    await respond('ada', 'going', 1)
    await respond('ben', 'going', 3)
    await expect(edit({ capacity: 3 })).rejects.toMatchObject({
      more: { fields: { capacity: 'Enter at least 4: someone on the waitlist needs 4 seats.' } },
    })
  })

  test('a new start moves the RSVPs with it', async () => {
    await fixture.put({ id: 'event' })
    await respond('ada')
    const startsAt = fixture.inHours(30)
    await fixture.editor.edit(organiser, 'event', 1, editOf(startsAt))
    expect(await fixture.rsvps.reader.rsvpsOf('ada', fixture.inHours(29))).toMatchObject([{ startsAt }])
    expect(await agenda('ada', fixture.inHours(31))).toMatchObject([{ id: 'event' }])
  })
})

const agenda = async (memberId: string, until: string) =>
  (await fixture.rsvps.reader.agenda(memberId, until)).events

describe('attendees', () => {
  beforeEach(() => fixture.put({ id: 'event', guestsMax: 1 }))

  test('attendees are listed in the order of their seats, with their guests', async () => {
    await fixture.admit(['zoe', 'ada', 'ben'])
    await respond('zoe', 'going', 1)
    await respond('ada')
    await respond('ben', 'maybe')
    expect(await fixture.rsvps.attendees(person('ada'), 'event')).toEqual({
      items: [
        { member: { id: 'zoe', displayName: 'zoe' }, guests: 1 },
        { member: { id: 'ada', displayName: 'ada' }, guests: 0 },
      ],
    })
  })

  test('pages stay full when some attendees are hidden from the viewer', async () => {
    const going = Array.from({ length: 60 }, (_, at) => `m${at + 10}`)
    await fixture.admit(going)
    for (const name of going) await respond(name)
    await fixture.block(
      'ada',
      going.slice(0, 30).filter((_, at) => at % 2 === 0),
    )
    const first = await fixture.rsvps.attendees(person('ada'), 'event')
    const second = await fixture.rsvps.attendees(person('ada'), 'event', {
      cursor: first.next,
    })
    expect([first.items.length, second.items.length, second.next]).toEqual([24, 21, undefined])
    const seen = [...first.items, ...second.items].map(({ member }) => member.id)
    expect(seen).toEqual(seen.toSorted())
    expect(seen).not.toContain('m12')
  })
})

describe('queries for other features', () => {
  test('events in common are listed with the latest first, without cancelled ones', async () => {
    await fixture.put({ id: 'event' })
    await fixture.put({ id: 'later', startsAt: fixture.inHours(300) })
    await fixture.put({ id: 'off', startsAt: fixture.inHours(40) })
    await fixture.put({ id: 'alone', startsAt: fixture.inHours(50) })
    for (const id of ['event', 'later', 'off'])
      for (const name of ['ada', 'ben']) await respond(name, 'going', 0, id)
    await respond('ada', 'going', 0, 'alone')
    await fixture.lifecycle.cancel(organiser, 'off', 'Too few')
    const together = await fixture.rsvps.reader.eventsInCommon('ada', 'ben')
    expect(together.map(({ id }) => id)).toEqual(['later', 'event'])
  })

  test('an event that two members host or attend in any combination is in common once', async () => {
    await fixture.put({ id: 'hosted', hosts: ['ben'] })
    await fixture.put({ id: 'hosts', startsAt: fixture.inHours(300), hosts: ['ada', 'ben'] })
    await fixture.put({ id: 'attended', startsAt: fixture.inHours(40), hosts: ['ada'] })
    await fixture.put({ id: 'missed', startsAt: fixture.inHours(50), hosts: ['ada'] })
    await fixture.put({ id: 'draft', status: 'draft', hosts: ['ada', 'ben'] })
    await respond('ada', 'going', 0, 'hosted')
    for (const name of ['ada', 'ben']) await respond(name, 'going', 0, 'attended')
    await respond('ben', 'maybe', 0, 'missed')
    for (const [one, other] of [
      ['ada', 'ben'],
      ['ben', 'ada'],
    ] as const) {
      const together = await fixture.rsvps.reader.eventsInCommon(one, other)
      expect(together.map(({ id }) => id)).toEqual(['hosts', 'hosted', 'attended'])
    }
  })

  test('the agenda lists events under way and leaves out ended and cancelled ones', async () => {
    await fixture.put({ id: 'long', startsAt: fixture.inHours(1), endsAt: fixture.inHours(500) })
    await fixture.put({ id: 'short', startsAt: fixture.inHours(0.5) })
    for (const id of ['long', 'short']) await respond('ada', 'going', 0, id)
    fixture.advance(10 * 60 * MINUTE)
    expect(await agenda('ada', fixture.inHours(24))).toMatchObject([{ id: 'long' }])
  })
})

test('a deleted member frees their seats at upcoming events and stays in past ones', async () => {
  await fixture.put({ id: 'past', startsAt: fixture.inHours(1) })
  await respond('ada', 'going', 0, 'past')
  fixture.advance(2 * 60 * MINUTE)
  await fixture.put({ id: 'event', capacity: 1 })
  for (const name of ['ada', 'ben']) await respond(name)
  expect(await fixture.rsvps.exportOf('ada')).toMatchObject([{ event: 'past' }, { event: 'event' }])
  await fixture.rsvps.forget('ada')
  await fixture.rsvps.forget('ada')
  expect(await mineOf('ben')).toEqual({ state: 'going', guests: 0 })
  const { items } = await fixture.store.find(collection, {
    where: { member: 'ada' },
    orderBy: 'startsAt',
    limit: 10,
  })
  expect(items.map(({ event, state }) => [event, state])).toEqual([
    ['past', 'going'],
    ['event', 'declined'],
  ])
})
