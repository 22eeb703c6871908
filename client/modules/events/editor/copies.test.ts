import { describe, expect, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'

import { copyDates, initialCopies, readCopies } from './copies.ts'

const supper = {
  startsAt: '2026-12-31T18:00:00.000Z',
  endsAt: '2026-12-31T21:00:00.000Z',
  timeZone: 'Europe/Lisbon',
  allDay: false,
}
const NOW = Date.parse('2026-11-21T12:00:00Z')

describe('the first copy is on the same weekday', () => {
  test.each([
    ['a week later', NOW, '2027-01-07'],
    ['in the future, for an event long ago', Date.parse('2027-02-04T18:00:00Z'), '2027-02-11'],
    ['later on the same day', Date.parse('2027-02-04T17:59:59Z'), '2027-02-04'],
  ])('the first copy is on the weekday of the event, %s', (_, now, date) => {
    expect(initialCopies(supper, now)).toMatchObject({ startsAt: { date, time: '18:00' }, repeat: 'once' })
  })

  test('the first copy is at the same local time, across the change to summer time', () => {
    const before = { ...supper, startsAt: '2027-03-25T18:00:00.000Z' }
    const first = initialCopies(before, NOW)
    expect(first.startsAt).toEqual({ date: '2027-04-01', time: '18:00' })
    expect(readCopies(first, before, NOW)).toEqual({ duplication: { startsAt: '2027-04-01T17:00:00.000Z' } })
  })
})

test.each([
  ['', 'Enter a date and a time.'],
  ['2026-11-21', 'The start must be in the future.'],
  ['2027-03-28', 'The clocks change then. Choose which time you mean.'],
])('a first copy on %j is invalid', (date, startsAt) => {
  const draft = { startsAt: { date, time: date === '2027-03-28' ? '01:30' : '12:00' }, count: '2' }
  expect(readCopies({ ...draft, repeat: 'weekly' }, supper, NOW)).toEqual({ errors: { startsAt } })
})

test('the copies of an all-day event need no time', () => {
  const fair = { ...supper, allDay: true }
  const draft = { startsAt: { date: '2027-07-01', time: '' }, repeat: 'monthly', count: '26' } as const
  expect(readCopies(draft, fair, NOW)).toEqual({
    duplication: { startsAt: '2027-06-30T23:00:00.000Z', repeat: { every: 'monthly', count: 26 } },
  })
})

describe('a date that differs from the first says why', () => {
  const notes = (event: typeof supper, startsAt: string, every: 'weekly' | 'monthly', count: number) =>
    copyDates(event, { startsAt, repeat: { every, count } }).map(({ startsAt: at, note }) => [
      at.slice(0, 10),
      note,
    ])

  test('a copy on the last day of a shorter month is explained, even if the weekday is the same', () => {
    expect(notes(supper, '2027-01-31T18:00:00.000Z', 'monthly', 4)).toEqual([
      ['2027-01-31', undefined],
      ['2027-02-28', 'This month has 28 days.'],
      ['2027-03-31', undefined],
      ['2027-04-30', 'This month has 30 days.'],
    ])
  })

  test('a time that the clocks skip is explained', () => {
    const night = { ...supper, startsAt: '2027-03-21T01:30:00.000Z', endsAt: '2027-03-21T02:30:00.000Z' }
    expect(notes(night, night.startsAt, 'weekly', 3)).toEqual([
      ['2027-03-21', undefined],
      ['2027-03-28', 'Clocks skip 01:30 on that day.'],
      ['2027-04-04', undefined],
    ])
  })

  test('an all-day event has no time that clocks could skip', () => {
    const day = {
      startsAt: '2026-04-16T22:00:00.000Z',
      endsAt: new Date(Date.parse('2026-04-16T22:00:00Z') + DAY).toISOString(),
      timeZone: 'Africa/Cairo',
      allDay: true,
    }
    expect(notes(day, day.startsAt, 'weekly', 2).map(([, note]) => note)).toEqual([undefined, undefined])
  })
})
