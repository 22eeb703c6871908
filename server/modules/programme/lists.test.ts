import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { EventList } from '#shared/events/rules.ts'
import { HOUR } from '#shared/lib/durations.ts'
import type { Actor } from '#server/modules/actor.ts'
import { BadCursor } from '#server/store/port.ts'
import { type EventFixture, openEventFixture, person } from '#server/testing/fixtures/event-fixture.ts'

const ada = person('ada')
const organiser = person('olga', 'organiser')

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

const idsOf = async (list: EventList, viewer = ada, filter = {}) =>
  (await fixture.reader.list(viewer, list, filter)).items.map(({ id }) => id)
const respond = (id: string, state: 'going' | 'maybe' | 'declined') =>
  fixture.rsvps.respond(ada, id, { state, guests: 0 })

describe('the lists', () => {
  beforeEach(async () => {
    await fixture.put({ id: 'next-week' })
    await fixture.put({ id: 'tomorrow', startsAt: fixture.inHours(24), tags: ['Finance'], format: 'online' })
    await fixture.put({ id: 'under-way', startsAt: fixture.inHours(-100), endsAt: fixture.inHours(1) })
    await fixture.put({ id: 'just-over', startsAt: fixture.inHours(-3) })
    await fixture.put({ id: 'long-over', startsAt: fixture.inHours(-300), status: 'completed' })
    await fixture.put({ id: 'closed-early', startsAt: fixture.inHours(-1), status: 'completed' })
    await fixture.put({ id: 'off', startsAt: fixture.inHours(30), status: 'cancelled' })
    await fixture.put({
      id: 'draft',
      startsAt: fixture.inHours(40),
      status: 'draft',
      createdBy: 'olga',
      tags: ['Secret'],
    })
  })

  test('the upcoming list starts with events that are under way, without drafts and cancelled events', async () => {
    expect(await idsOf('upcoming')).toEqual(['under-way', 'tomorrow', 'next-week'])
  })

  test('a month-long event stays upcoming until its end, even with a 25-hour day', async () => {
    await fixture.put({
      id: 'month',
      startsAt: fixture.inHours(-31 * 24 - 0.5),
      endsAt: fixture.inHours(0.5),
    })
    expect(await idsOf('upcoming')).toContain('month')
    expect(await idsOf('past')).not.toContain('month')
  })

  test('the past list has the latest first, including events completed before their end', async () => {
    expect(await idsOf('past')).toEqual(['closed-early', 'just-over', 'long-over'])
  })

  test('the drafts list has those that the viewer may edit', async () => {
    const viewers = [ada, organiser, person('rival', 'organiser'), person('admin', 'admin')]
    expect(await Promise.all(viewers.map((viewer) => idsOf('drafts', viewer)))).toEqual([
      [],
      ['draft'],
      [],
      ['draft'],
    ])
  })

  test('the mine list has events the member answered or organises, upcoming first, including cancelled ones', async () => {
    await respond('next-week', 'maybe')
    await respond('tomorrow', 'going')
    await respond('under-way', 'declined')
    expect(await idsOf('mine')).toEqual(['tomorrow', 'next-week'])
    await fixture.lifecycle.cancel(person('admin', 'admin'), 'tomorrow', 'Too few')
    expect(await idsOf('mine')).toEqual(['tomorrow', 'next-week'])
    expect(await idsOf('mine', person('organiser', 'organiser'))).toEqual([
      'under-way',
      'tomorrow',
      'off',
      'next-week',
      'closed-early',
      'just-over',
      'long-over',
    ])
  })

  test('lists are searched by words, place, tag and format', async () => {
    expect(await idsOf('upcoming', ada, { q: 'tomor' })).toEqual(['tomorrow'])
    expect(await idsOf('upcoming', ada, { q: 'lisb' })).toHaveLength(3)
    expect(await idsOf('upcoming', ada, { tag: 'fiNANCE' })).toEqual(['tomorrow'])
    expect(await idsOf('upcoming', ada, { format: 'inPerson' })).toEqual(['under-way', 'next-week'])
    expect(await idsOf('upcoming', ada, { q: 'draft' })).toEqual([])
  })

  test('tags come from upcoming events and reveal no drafts', async () => {
    expect((await fixture.reader.tags()).items).toEqual(['Finance'])
  })

  test('a tag with several spellings is listed once, with the most common one', async () => {
    for (const [id, tag] of Object.entries({ one: 'AI', two: 'ai', three: 'ai' })) {
      await fixture.put({ id, startsAt: fixture.inHours(10), tags: [tag] })
    }
    expect((await fixture.reader.tags()).items).toEqual(['ai', 'Finance'])
    expect(await idsOf('upcoming', ada, { tag: 'Ai' })).toEqual(['one', 'three', 'two'])
  })
})

test('a long list of own events continues from upcoming to past events without gaps or repeats', async () => {
  for (let at = 10; at < 70; at++) {
    await fixture.put({
      id: `event-${at}`,
      startsAt: fixture.inHours(at - 40),
      endsAt: fixture.inHours(at - 39),
    })
  }
  const mine = person('organiser', 'organiser')
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await fixture.reader.list(mine, 'mine', {}, cursor)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next
  } while (cursor)
  const upcoming = Array.from({ length: 30 }, (_, at) => `event-${40 + at}`)
  const past = Array.from({ length: 30 }, (_, at) => `event-${39 - at}`)
  expect(seen).toEqual([...upcoming, ...past])
})

test('pages of drafts have no gaps and skip none when another replica deletes drafts', async () => {
  const there = fixture.replica()
  const drafts = Array.from({ length: 60 }, (_, at) => `draft-${10 + at}`)
  for (const [at, id] of drafts.entries()) {
    await fixture.put({ id, status: 'draft', createdBy: 'olga', startsAt: fixture.inHours(at + 1) })
  }
  const pageOf = async ({ reader }: Pick<EventFixture, 'reader'>, cursor?: string) => {
    const { items, next } = await reader.list(organiser, 'drafts', {}, cursor)
    return { ids: items.map(({ id }) => id), next }
  }
  const before = await pageOf(there)
  expect(before.ids).toEqual(drafts.slice(0, before.ids.length))
  for (const id of drafts.slice(0, 30)) await fixture.editor.remove(organiser, id)
  expect((await pageOf(fixture)).ids).toEqual(drafts.slice(30, 30 + before.ids.length))

  fixture.advance(HOUR)
  const first = await pageOf(there)
  const second = await pageOf(there, first.next)
  expect([...first.ids, ...second.ids]).toEqual(drafts.slice(30))
  expect(first.ids).toHaveLength(before.ids.length)
  expect(second.next).toBeUndefined()
})

test.for(['made-up', '', 'past.', 'past.made-up', 'upcoming.', 'upcoming.%%%'])(
  'a made-up cursor is refused: %s',
  async (cursor) => {
    await expect(fixture.reader.list(ada, 'mine', {}, cursor)).rejects.toThrow(BadCursor)
  },
)

test('a cursor is refused for another list or search, and for another member’s own events', async () => {
  const lists = ['upcoming', 'past', 'mine', 'drafts'] as const
  for (let at = 10; at < 70; at++) {
    const hours = { startsAt: fixture.inHours(at - 40), endsAt: fixture.inHours(at - 39) }
    await fixture.put({ id: `event-${at}`, title: 'Supper', tags: ['food'], createdBy: 'olga', ...hours })
    await fixture.put({ id: `draft-${at}`, title: 'Supper', status: 'draft', createdBy: 'olga', ...hours })
  }
  const filters = [{}, { q: 'supper' }, { tag: 'food' }]
  const pages = lists.flatMap((list) => filters.map((filter) => ({ list, filter })))
  for (const { list, filter } of pages) {
    const { next } = await fixture.reader.list(organiser, list, filter)
    if (next === undefined) continue
    await fixture.reader.list(organiser, list, filter, next)
    for (const other of pages.filter((each) => each.list !== list || each.filter !== filter)) {
      await expect(fixture.reader.list(organiser, other.list, other.filter, next)).rejects.toThrow(BadCursor)
    }
  }
  const { next } = await fixture.reader.list(organiser, 'mine', {})
  await expect(fixture.reader.list(ada, 'mine', {}, next)).rejects.toThrow(BadCursor)
})

test('an in-person event shows no join link, even if one is stored', async () => {
  await fixture.put({ id: 'event', joinUrl: 'https://example.org/room', format: 'inPerson' })
  expect(await fixture.reader.details(organiser, 'event')).not.toHaveProperty('joinUrl', expect.anything())
})

describe('the details of an event', () => {
  beforeEach(() =>
    fixture.put({
      id: 'event',
      hosts: ['olga', 'ben'],
      joinUrl: 'https://example.org/room',
      capacity: 1,
      format: 'hybrid',
    }),
  )

  test('the join link is shown to those going and to organisers', async () => {
    expect(await fixture.reader.details(ada, 'event')).not.toHaveProperty('joinUrl', expect.anything())
    expect(await fixture.reader.details(organiser, 'event')).toHaveProperty('joinUrl')
    await respond('event', 'going')
    expect(await fixture.reader.details(ada, 'event')).toHaveProperty('joinUrl')
    await respond('event', 'maybe')
    expect(await fixture.reader.details(ada, 'event')).not.toHaveProperty('joinUrl', expect.anything())
  })

  test('hidden hosts and internal fields are left out', async () => {
    fixture.hide('ada', 'ben')
    const seen = await fixture.reader.details(ada, 'event')
    expect(seen).toMatchObject({ hosts: [{ id: 'olga' }], hasRsvps: false })
    expect(seen).not.toHaveProperty('right', expect.anything())
    expect(seen).not.toHaveProperty('createdBy')
  })

  test('lists include seats and the viewer’s RSVP', async () => {
    await respond('event', 'going')
    await fixture.rsvps.respond(person('cleo'), 'event', { state: 'going', guests: 0 })
    const [item] = (await fixture.reader.list(person('cleo'), 'upcoming', {})).items
    expect(item).toMatchObject({
      seats: { going: 1, left: 0, waiting: 1 },
      mine: { state: 'waitlisted', position: 1 },
    })
    expect(item).not.toHaveProperty('right', expect.anything())
  })

  test('lists and calendars name the viewer as a host only to the hosts', async () => {
    const inList = async (viewer: Actor) => (await fixture.reader.list(viewer, 'upcoming', {})).items[0]!
    const { startsAt } = await inList(organiser)
    const day = startsAt.slice(0, 10)
    const inCalendar = async (viewer: Actor) =>
      (await fixture.reader.calendar(viewer, { from: day, to: day })).items[0]!
    for (const find of [inList, inCalendar]) {
      expect(await find(organiser)).toMatchObject({ id: 'event', isHost: true })
      expect(await find(ada)).not.toHaveProperty('isHost', expect.anything())
    }
  })
})
