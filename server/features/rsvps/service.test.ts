import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Answer } from '#shared/events.ts'
import { type EventFixture, eventEdit, openEventFixture, person } from '#server/testing/event-fixture.ts'

import { eventSeats, rsvps as collection } from './collection.ts'

const MINUTE = 60 * 1_000
const organiser = person('organiser', 'organiser')

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

const answer = (name: string, state: Answer['state'] = 'going', guests = 0, eventId = 'event') =>
  fixture.rsvps.answer(person(name), eventId, { state, guests })
const mineOf = async (name: string) => (await fixture.rsvps.standing(name, [{ id: 'event' }]))[0]?.mine
const editOf = (startsAt: string, more: Parameters<typeof eventEdit>[0] = {}) =>
  eventEdit({ startsAt, endsAt: new Date(Date.parse(startsAt) + 2 * 60 * MINUTE).toISOString(), ...more })

describe('answering', () => {
  test('going to a full event means the waitlist, and one is told the place', async () => {
    await fixture.put({ id: 'event', capacity: 1 })
    expect(await answer('ada')).toEqual({
      mine: { state: 'going', guests: 0 },
      seats: { going: 1, left: 0, waiting: 0 },
    })
    await answer('ben')
    expect(await answer('cleo')).toEqual({
      mine: { state: 'waitlisted', guests: 0, position: 2 },
      seats: { going: 1, left: 0, waiting: 2 },
    })
  })

  test('twice the same changes nothing', async () => {
    await fixture.put({ id: 'event', capacity: 1 })
    for (const name of ['ada', 'ben']) {
      const first = await answer(name)
      const stored = (await fixture.rsvps.ofMember(name))[0]
      fixture.advance(MINUTE)
      expect(await answer(name)).toEqual(first)
      expect((await fixture.rsvps.ofMember(name))[0]).toEqual(stored)
    }
  })

  test('no is an answer too, and counts as one', async () => {
    await fixture.put({ id: 'event' })
    expect(await answer('ada', 'declined')).toMatchObject({ mine: { state: 'declined' } })
    expect(await fixture.rsvps.isAnswered(fixture.store, 'event')).toBe(true)
  })

  test.for([
    ['an event that does not exist', 'nothing', 'event_not_found'],
    ['a draft', 'draft', 'event_not_found'],
    ['one that was cancelled', 'cancelled', 'event_cancelled'],
  ])('to %s is refused', async ([, id, code]) => {
    await fixture.put({ id: 'draft', status: 'draft' })
    await fixture.put({ id: 'cancelled', status: 'cancelled' })
    await expect(answer('ada', 'going', 0, id)).rejects.toMatchObject({ code })
  })

  test('with more guests than anyone may bring says so beside the field', async () => {
    await fixture.put({ id: 'event', guestsMax: 1 })
    await expect(answer('ada', 'going', 2)).rejects.toMatchObject({
      code: 'invalid_input',
      more: { fields: { guests: 'At most 1 can come along.' } },
    })
  })
})

describe('a freed seat', () => {
  test('goes to the first in the queue in the same transaction', async () => {
    await fixture.put({ id: 'event', capacity: 2, guestsMax: 1 })
    await answer('ada', 'going', 1)
    await answer('ben')
    await answer('cleo')
    expect((await answer('ada', 'declined')).seats).toEqual({ going: 2, left: 0, waiting: 0 })
    expect(await mineOf('ben')).toEqual({ state: 'going', guests: 0 })
  })
})

describe('an edit of the event', () => {
  const edit = async (more: Parameters<typeof eventEdit>[0]) => {
    const { version, startsAt } = (await fixture.events.known(fixture.store, 'event'))!
    return fixture.events.edit(organiser, 'event', version, editOf(startsAt, more))
  }

  test('to more seats moves the waitlist up', async () => {
    await fixture.put({ id: 'event', capacity: 1 })
    for (const name of ['ada', 'ben', 'cleo', 'dan']) await answer(name)
    await edit({ capacity: 3 })
    expect(await mineOf('cleo')).toEqual({ state: 'going', guests: 0 })
    expect(await mineOf('dan')).toEqual({ state: 'waitlisted', guests: 0, position: 1 })
  })

  test('to seats without end lets everyone in', async () => {
    await fixture.put({ id: 'event', capacity: 1 })
    for (const name of ['ada', 'ben', 'cleo']) await answer(name)
    const { capacity: _, ...unlimited } = editOf(
      (await fixture.events.known(fixture.store, 'event'))!.startsAt,
    )
    await fixture.events.edit(organiser, 'event', 1, unlimited)
    expect(await fixture.store.get(eventSeats, 'event')).toMatchObject({ going: 3, waiting: 0 })
  })

  test('to fewer seats than are taken is refused beside the field, and changes nothing', async () => {
    await fixture.put({ id: 'event', capacity: 3 })
    for (const name of ['ada', 'ben']) await answer(name)
    await expect(edit({ capacity: 1 })).rejects.toMatchObject({
      more: { fields: { capacity: '2 seats are taken already.' } },
    })
    expect(await fixture.events.known(fixture.store, 'event')).toMatchObject({ capacity: 3, version: 1 })
  })

  test('to fewer seats than someone on the waitlist needs is refused: they would wait for ever', async () => {
    await fixture.put({ id: 'event', capacity: 4, guestsMax: 3 })
    await answer('ada', 'going', 1)
    await answer('ben', 'going', 3)
    await expect(edit({ capacity: 3 })).rejects.toMatchObject({
      more: { fields: { capacity: 'Someone on the waitlist needs 4 seats.' } },
    })
  })

  test('of its time moves the answers with it', async () => {
    await fixture.put({ id: 'event' })
    await answer('ada')
    const startsAt = fixture.inHours(30)
    await fixture.events.edit(organiser, 'event', 1, editOf(startsAt))
    expect(await fixture.rsvps.ofMember('ada', fixture.inHours(29))).toMatchObject([{ startsAt }])
    expect(await fixture.rsvps.agenda('ada', fixture.inHours(31))).toMatchObject([{ id: 'event' }])
  })
})

describe('attendees', () => {
  beforeEach(() => fixture.put({ id: 'event', guestsMax: 1 }))

  test('are listed in the order of their seats, with their guests, and no one else', async () => {
    await answer('zoe', 'going', 1)
    await answer('ada')
    await answer('ben', 'maybe')
    expect(await fixture.rsvps.attendees('ada', 'event')).toEqual({
      items: [
        { member: { id: 'zoe', displayName: 'zoe' }, guests: 1 },
        { member: { id: 'ada', displayName: 'ada' }, guests: 0 },
      ],
    })
  })

  test('whom the viewer may not see leave no gap in the pages', async () => {
    for (let at = 10; at < 70; at++) await answer(`m${at}`)
    for (let at = 10; at < 40; at += 2) fixture.hide('ada', `m${at}`)
    const first = await fixture.rsvps.attendees('ada', 'event')
    const second = await fixture.rsvps.attendees('ada', 'event', first.next)
    expect([first.items.length, second.items.length, second.next]).toEqual([24, 21, undefined])
    const seen = [...first.items, ...second.items].map(({ member }) => member.id)
    expect(seen).toEqual(seen.toSorted())
    expect(seen).not.toContain('m12')
  })
})

describe('what others ask of the answers', () => {
  test('events of two people together, the latest first, none that was cancelled', async () => {
    await fixture.put({ id: 'event' })
    await fixture.put({ id: 'later', startsAt: fixture.inHours(300) })
    await fixture.put({ id: 'off', startsAt: fixture.inHours(40) })
    await fixture.put({ id: 'alone', startsAt: fixture.inHours(50) })
    for (const id of ['event', 'later', 'off'])
      for (const name of ['ada', 'ben']) await answer(name, 'going', 0, id)
    await answer('ada', 'going', 0, 'alone')
    await fixture.events.cancel(organiser, 'off', 'Too few')
    const together = await fixture.rsvps.together('ada', 'ben')
    expect(together.map(({ id }) => id)).toEqual(['later', 'event'])
  })

  test('the agenda has what is under way, and neither what is over nor what was cancelled', async () => {
    await fixture.put({ id: 'long', startsAt: fixture.inHours(1), endsAt: fixture.inHours(500) })
    await fixture.put({ id: 'short', startsAt: fixture.inHours(0.5) })
    for (const id of ['long', 'short']) await answer('ada', 'going', 0, id)
    fixture.advance(10 * 60 * MINUTE)
    expect(await fixture.rsvps.agenda('ada', fixture.inHours(24))).toMatchObject([{ id: 'long' }])
    expect(await fixture.rsvps.wentTo('ada')).toEqual(['short', 'long'])
  })
})

test('a member who goes frees their seats at what is to come, and stays in what was', async () => {
  await fixture.put({ id: 'past', startsAt: fixture.inHours(1) })
  await answer('ada', 'going', 0, 'past')
  fixture.advance(2 * 60 * MINUTE)
  await fixture.put({ id: 'event', capacity: 1 })
  for (const name of ['ada', 'ben']) await answer(name)
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
