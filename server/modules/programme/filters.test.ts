import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { type EventFixture, openEventFixture, person } from '#server/testing/fixtures/event-fixture.ts'

const ada = person('ada')

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

type Filter = Parameters<EventFixture['reader']['list']>[2]

const listed = async (filter: Filter = {}, viewer = ada) =>
  (await fixture.reader.list(viewer, 'upcoming', filter)).items.map(({ id }) => id)
/** The calendar of one week in March, or of other days. */
const shown = async (filter: Filter = {}, viewer = ada) =>
  (await fixture.reader.calendar(viewer, { from: '2026-03-09', to: '2026-03-15', ...filter })).items.map(
    ({ id }) => id,
  )
const inCity = (city: string) => ({ venue: { name: 'The hall', address: { city } } })
const go = (id: string, who: string) => fixture.rsvps.respond(person(who), id, { state: 'going', guests: 0 })

describe('the filters that lists and calendars share', () => {
  test('the place filter accepts a city in any case and accents, or “online”', async () => {
    await fixture.put({ id: 'zurich', ...inCity('Zürich') })
    await fixture.put({ id: 'lisbon', ...inCity('Lisbon') })
    await fixture.put({ id: 'both', format: 'hybrid', joinUrl: 'https://meet.example', ...inCity('Porto') })
    await fixture.put({ id: 'call', format: 'online', joinUrl: 'https://meet.example', venue: undefined! })
    for (const found of [listed, shown]) {
      expect(await found({ place: 'zurich' })).toEqual(['zurich'])
      expect(await found({ place: 'ZÜRICH' })).toEqual(['zurich'])
      expect(await found({ place: 'online' })).toEqual(['both', 'call'])
      expect(await found({ place: 'Paris' })).toEqual([])
    }
  })

  test('cities come from upcoming events, most frequent first, and reveal no drafts', async () => {
    await fixture.put({ id: 'one', ...inCity('Porto') })
    await fixture.put({ id: 'two', ...inCity('porto') })
    await fixture.put({ id: 'three', ...inCity('porto') })
    await fixture.put({ id: 'four', ...inCity('Lisbon') })
    await fixture.put({ id: 'draft', status: 'draft', ...inCity('Paris') })
    await fixture.put({ id: 'hidden', ...inCity('Rome') })
    await fixture.setHidden('hidden', true)
    expect(await fixture.reader.tags()).toMatchObject({ cities: ['porto', 'Lisbon'] })
  })

  test('events of connections are those where a connection has a seat', async () => {
    await fixture.admit(['ada', 'bo', 'cleo', 'dan', 'eve'])
    await fixture.connect('ada', ['bo', 'dan'])
    for (const id of ['bo-goes', 'cleo-goes', 'dan-goes', 'bo-waits']) await fixture.put({ id, capacity: 1 })
    await go('bo-goes', 'bo')
    await go('cleo-goes', 'cleo')
    await go('dan-goes', 'dan')
    await go('bo-waits', 'eve')
    await go('bo-waits', 'bo')
    for (const found of [listed, shown]) {
      expect(await found({ connections: '1' })).toEqual(['bo-goes', 'dan-goes'])
      expect(await found({ connections: '1' }, person('cleo'))).toEqual([])
    }
    await fixture.block('dan', ['ada'])
    for (const found of [listed, shown]) expect(await found({ connections: '1' })).toEqual(['bo-goes'])
  })

  test('the date filter uses the days of the requested zone', async () => {
    // 23:30 on Monday in Lisbon, 08:30 on Tuesday in Tokyo.
    await fixture.put({
      id: 'late',
      startsAt: '2026-03-09T23:30:00.000Z',
      endsAt: '2026-03-09T23:50:00.000Z',
    })
    const on = (day: string, zone: string) => listed({ from: day, to: day, zone })
    expect(await on('2026-03-09', 'Europe/Lisbon')).toEqual(['late'])
    expect(await on('2026-03-10', 'Europe/Lisbon')).toEqual([])
    expect(await on('2026-03-09', 'Asia/Tokyo')).toEqual([])
    expect(await on('2026-03-10', 'Asia/Tokyo')).toEqual(['late'])
    expect(await listed({ from: '2026-03-10' })).toEqual([])
    expect(await listed({ to: '2026-03-09' })).toEqual(['late'])
  })

  test('an all-day event is on its own days in every zone', async () => {
    const allDay = { allDay: true, timeZone: 'Pacific/Auckland' }
    // Two days in Auckland: the 10th and the 11th.
    const times = { startsAt: '2026-03-09T11:00:00.000Z', endsAt: '2026-03-11T11:00:00.000Z' }
    await fixture.put({ id: 'fair', ...allDay, ...times })
    for (const zone of ['Pacific/Auckland', 'Europe/Lisbon', 'Pacific/Honolulu']) {
      const on = await Promise.all(
        ['09', '10', '11', '12'].map((day) => shown({ from: `2026-03-${day}`, to: `2026-03-${day}`, zone })),
      )
      expect(on).toEqual([[], ['fair'], ['fair'], []])
    }
  })

  test('days on which clocks change have their own length', async () => {
    // Clocks in Lisbon go from 01:00 to 02:00 on 29 March, so the day ends at 23:00 UTC.
    await fixture.put({
      id: 'before',
      startsAt: '2026-03-29T22:30:00.000Z',
      endsAt: '2026-03-29T23:00:00.000Z',
    })
    await fixture.put({
      id: 'after',
      startsAt: '2026-03-29T23:00:00.000Z',
      endsAt: '2026-03-30T00:00:00.000Z',
    })
    const zone = 'Europe/Lisbon'
    expect(await shown({ from: '2026-03-29', to: '2026-03-29', zone })).toEqual(['before'])
    expect(await shown({ from: '2026-03-30', to: '2026-03-30', zone })).toEqual(['after'])
  })

  test.for([
    ['2026-03-15', '2026-03-09', 'Europe/Lisbon', 'to'],
    ['2026-03-09', '2026-03-15', 'Nowhere/Land', 'zone'],
    ['2026-01-01', '2026-12-31', 'Europe/Lisbon', 'to'],
  ] as const)(
    'the days from %s to %s in %s are refused for the field %s',
    async ([from, to, zone, field]) => {
      await expect(shown({ from, to, zone })).rejects.toMatchObject({
        more: { fields: { [field]: expect.any(String) } },
      })
    },
  )
})

describe('the calendar', () => {
  test('the calendar has past and coming events, earliest first, with the viewer’s RSVP', async () => {
    fixture.advance(10 * 24 * 60 * 60 * 1_000)
    await fixture.put({
      id: 'friday',
      startsAt: '2026-03-13T10:00:00.000Z',
      endsAt: '2026-03-13T11:00:00.000Z',
    })
    await fixture.put({
      id: 'monday',
      startsAt: '2026-03-09T10:00:00.000Z',
      endsAt: '2026-03-09T11:00:00.000Z',
    })
    await fixture.put({
      id: 'next',
      startsAt: '2026-03-16T10:00:00.000Z',
      endsAt: '2026-03-16T11:00:00.000Z',
    })
    await go('friday', 'ada')
    const days = { from: '2026-03-09', to: '2026-03-15' }
    const { items, hasMore } = await fixture.reader.calendar(ada, days)
    expect(items.map(({ id, state }) => [id, state])).toEqual([
      ['monday', undefined],
      ['friday', 'going'],
    ])
    expect(hasMore).toBe(false)
  })

  test('the calendar has an event of weeks on each of its days', async () => {
    await fixture.put({
      id: 'month',
      startsAt: '2026-03-01T10:00:00.000Z',
      endsAt: '2026-03-31T10:00:00.000Z',
    })
    expect(await shown({ from: '2026-03-31', to: '2026-03-31' })).toEqual(['month'])
    expect(await shown({ from: '2026-04-01', to: '2026-04-01' })).toEqual([])
  })

  test('the calendar has no drafts, hidden events, or cancelled ones that the viewer did not RSVP to', async () => {
    for (const id of ['off', 'mine-off', 'hidden']) await fixture.put({ id, createdBy: 'olga' })
    await fixture.put({ id: 'draft', status: 'draft', createdBy: 'olga' })
    await go('mine-off', 'ada')
    await go('hidden', 'ada')
    const olga = person('olga', 'organiser')
    for (const id of ['off', 'mine-off']) await fixture.lifecycle.cancel(olga, id, 'The hall is flooded')
    await fixture.setHidden('hidden', true)
    expect(await shown()).toEqual(['mine-off'])
    expect(await shown({}, olga)).toEqual([])
  })
})
