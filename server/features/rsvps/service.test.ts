import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Answer } from '#shared/events.ts'
import { type EventWorld, eventEdit, openEventWorld, person } from '#server/testing/event-world.ts'

import { eventSeats, rsvps as collection } from './collection.ts'

const MINUTE = 60 * 1_000
const organiser = person('organiser', 'organiser')

let world: EventWorld
beforeEach(() => {
  world = openEventWorld()
})
afterEach(() => world.close())

const answer = (name: string, state: Answer['state'] = 'going', guests = 0, eventId = 'event') =>
  world.rsvps.answer(person(name), eventId, { state, guests })
const mineOf = async (name: string) => (await world.rsvps.standing(name, [{ id: 'event' }]))[0]?.mine
const editOf = (startsAt: string, more: Parameters<typeof eventEdit>[0] = {}) =>
  eventEdit({ startsAt, endsAt: new Date(Date.parse(startsAt) + 2 * 60 * MINUTE).toISOString(), ...more })

describe('answering', () => {
  test('going to a full event means the waitlist, and one is told the place', async () => {
    await world.put({ id: 'event', capacity: 1 })
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
    await world.put({ id: 'event', capacity: 1 })
    for (const name of ['ada', 'ben']) {
      const first = await answer(name)
      const stored = (await world.rsvps.ofMember(name))[0]
      world.advance(MINUTE)
      expect(await answer(name)).toEqual(first)
      expect((await world.rsvps.ofMember(name))[0]).toEqual(stored)
    }
  })

  test('no is an answer too, and counts as one', async () => {
    await world.put({ id: 'event' })
    expect(await answer('ada', 'declined')).toMatchObject({ mine: { state: 'declined' } })
    expect(await world.rsvps.isAnswered(world.store, 'event')).toBe(true)
  })

  test.for([
    ['an event that does not exist', 'nothing', 'event_not_found'],
    ['a draft', 'draft', 'event_not_found'],
    ['one that was cancelled', 'cancelled', 'event_cancelled'],
  ])('to %s is refused', async ([, id, code]) => {
    await world.put({ id: 'draft', status: 'draft' })
    await world.put({ id: 'cancelled', status: 'cancelled' })
    await expect(answer('ada', 'going', 0, id)).rejects.toMatchObject({ code })
  })

  test('with more guests than anyone may bring says so beside the field', async () => {
    await world.put({ id: 'event', guestsMax: 1 })
    await expect(answer('ada', 'going', 2)).rejects.toMatchObject({
      code: 'invalid_input',
      more: { fields: { guests: 'At most 1 can come along.' } },
    })
  })
})

describe('a freed seat', () => {
  test('goes to the first in the queue in the same transaction', async () => {
    await world.put({ id: 'event', capacity: 2, guestsMax: 1 })
    await answer('ada', 'going', 1)
    await answer('ben')
    await answer('cleo')
    expect((await answer('ada', 'declined')).seats).toEqual({ going: 2, left: 0, waiting: 0 })
    expect(await mineOf('ben')).toEqual({ state: 'going', guests: 0 })
  })
})

describe('an edit of the event', () => {
  const edit = async (more: Parameters<typeof eventEdit>[0]) => {
    const { version, startsAt } = (await world.events.known(world.store, 'event'))!
    return world.events.edit(organiser, 'event', version, editOf(startsAt, more))
  }

  test('to more seats moves the waitlist up', async () => {
    await world.put({ id: 'event', capacity: 1 })
    for (const name of ['ada', 'ben', 'cleo', 'dan']) await answer(name)
    await edit({ capacity: 3 })
    expect(await mineOf('cleo')).toEqual({ state: 'going', guests: 0 })
    expect(await mineOf('dan')).toEqual({ state: 'waitlisted', guests: 0, position: 1 })
  })

  test('to seats without end lets everyone in', async () => {
    await world.put({ id: 'event', capacity: 1 })
    for (const name of ['ada', 'ben', 'cleo']) await answer(name)
    const { capacity: _, ...unlimited } = editOf((await world.events.known(world.store, 'event'))!.startsAt)
    await world.events.edit(organiser, 'event', 1, unlimited)
    expect(await world.store.get(eventSeats, 'event')).toMatchObject({ going: 3, waiting: 0 })
  })

  test('to fewer seats than are taken is refused beside the field, and changes nothing', async () => {
    await world.put({ id: 'event', capacity: 3 })
    for (const name of ['ada', 'ben']) await answer(name)
    await expect(edit({ capacity: 1 })).rejects.toMatchObject({
      more: { fields: { capacity: '2 seats are taken already.' } },
    })
    expect(await world.events.known(world.store, 'event')).toMatchObject({ capacity: 3, version: 1 })
  })

  test('to fewer seats than someone on the waitlist needs is refused: they would wait for ever', async () => {
    await world.put({ id: 'event', capacity: 4, guestsMax: 3 })
    await answer('ada', 'going', 1)
    await answer('ben', 'going', 3)
    await expect(edit({ capacity: 3 })).rejects.toMatchObject({
      more: { fields: { capacity: 'Someone on the waitlist needs 4 seats.' } },
    })
  })

  test('of its time moves the answers with it', async () => {
    await world.put({ id: 'event' })
    await answer('ada')
    const startsAt = world.inHours(30)
    await world.events.edit(organiser, 'event', 1, editOf(startsAt))
    expect(await world.rsvps.ofMember('ada', world.inHours(29))).toMatchObject([{ startsAt }])
    expect(await world.rsvps.agenda('ada', world.inHours(31))).toMatchObject([{ id: 'event' }])
  })
})

describe('attendees', () => {
  beforeEach(() => world.put({ id: 'event', guestsMax: 1 }))

  test('are listed in the order of their seats, with their guests, and no one else', async () => {
    await answer('zoe', 'going', 1)
    await answer('ada')
    await answer('ben', 'maybe')
    expect(await world.rsvps.attendees('ada', 'event')).toEqual({
      items: [
        { member: { id: 'zoe', displayName: 'zoe' }, guests: 1 },
        { member: { id: 'ada', displayName: 'ada' }, guests: 0 },
      ],
    })
  })

  test('whom the viewer may not see leave no gap in the pages', async () => {
    for (let at = 10; at < 70; at++) await answer(`m${at}`)
    for (let at = 10; at < 40; at += 2) world.hide('ada', `m${at}`)
    const first = await world.rsvps.attendees('ada', 'event')
    const second = await world.rsvps.attendees('ada', 'event', first.next)
    expect([first.items.length, second.items.length, second.next]).toEqual([24, 21, undefined])
    const seen = [...first.items, ...second.items].map(({ member }) => member.id)
    expect(seen).toEqual(seen.toSorted())
    expect(seen).not.toContain('m12')
  })
})

describe('what others ask of the answers', () => {
  test('events of two people together, the latest first, none that was cancelled', async () => {
    await world.put({ id: 'event' })
    await world.put({ id: 'later', startsAt: world.inHours(300) })
    await world.put({ id: 'off', startsAt: world.inHours(40) })
    await world.put({ id: 'alone', startsAt: world.inHours(50) })
    for (const id of ['event', 'later', 'off'])
      for (const name of ['ada', 'ben']) await answer(name, 'going', 0, id)
    await answer('ada', 'going', 0, 'alone')
    await world.events.cancel(organiser, 'off', 'Too few')
    const together = await world.rsvps.together('ada', 'ben')
    expect(together.map(({ id }) => id)).toEqual(['later', 'event'])
  })

  test('the agenda has what is under way, and neither what is over nor what was cancelled', async () => {
    await world.put({ id: 'long', startsAt: world.inHours(1), endsAt: world.inHours(500) })
    await world.put({ id: 'short', startsAt: world.inHours(0.5) })
    for (const id of ['long', 'short']) await answer('ada', 'going', 0, id)
    world.advance(10 * 60 * MINUTE)
    expect(await world.rsvps.agenda('ada', world.inHours(24))).toMatchObject([{ id: 'long' }])
    expect(await world.rsvps.wentTo('ada')).toEqual(['short', 'long'])
  })
})

test('a member who goes frees their seats at what is to come, and stays in what was', async () => {
  await world.put({ id: 'past', startsAt: world.inHours(1) })
  await answer('ada', 'going', 0, 'past')
  world.advance(2 * 60 * MINUTE)
  await world.put({ id: 'event', capacity: 1 })
  for (const name of ['ada', 'ben']) await answer(name)
  expect(await world.rsvps.exportOf('ada')).toMatchObject([{ event: 'past' }, { event: 'event' }])
  await world.rsvps.forget('ada')
  await world.rsvps.forget('ada')
  expect(await mineOf('ben')).toEqual({ state: 'going', guests: 0 })
  const { items } = await world.store.find(collection, {
    where: { member: 'ada' },
    orderBy: 'startsAt',
    limit: 10,
  })
  expect(items.map(({ event, state }) => [event, state])).toEqual([
    ['past', 'going'],
    ['event', 'declined'],
  ])
})
