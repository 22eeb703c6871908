import { describe, expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'

import { datesOfCopies, type EventDates } from './series-dates.ts'

const utc = (local: string) => new Date(Temporal.ZonedDateTime.from(local).epochMilliseconds).toISOString()
const at = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** An event in the zone, between two local times. */
const event = (timeZone: string, from: string, to: string): EventDates => ({
  startsAt: utc(`${from}[${timeZone}]`),
  endsAt: utc(`${to}[${timeZone}]`),
  timeZone,
})

const localDates = (
  moments: EventDates,
  repetition?: Parameters<typeof datesOfCopies>[2],
  first = moments.startsAt,
) =>
  datesOfCopies(moments, first, repetition).map(({ startsAt, endsAt, timeZone }) => [
    at(startsAt, timeZone),
    at(endsAt, timeZone),
  ])

test('a single copy starts at the given time and keeps the length', () => {
  const breakfast = event('Europe/Lisbon', '2026-03-09T08:00', '2026-03-09T10:30')
  expect(localDates(breakfast, undefined, utc('2026-05-01T09:15[Europe/Lisbon]'))).toEqual([
    ['2026-05-01T09:15', '2026-05-01T11:45'],
  ])
})

describe('a weekly series keeps its local time', () => {
  test.for([
    [
      'Europe/Lisbon',
      '2026-03-26',
      ['2026-03-26T19:00', '2026-04-02T19:00', '2026-04-09T19:00'],
      [0, 167, 168],
    ],
    [
      'Europe/Lisbon',
      '2026-10-22',
      ['2026-10-22T19:00', '2026-10-29T19:00', '2026-11-05T19:00'],
      [0, 169, 168],
    ],
    [
      'America/New_York',
      '2026-03-05',
      ['2026-03-05T19:00', '2026-03-12T19:00', '2026-03-19T19:00'],
      [0, 167, 168],
    ],
    // Half an hour of summer time in the opposite direction.
    [
      'Australia/Lord_Howe',
      '2026-04-02',
      ['2026-04-02T19:00', '2026-04-09T19:00', '2026-04-16T19:00'],
      [0, 168.5, 168],
    ],
    // A whole day was skipped: 30 December 2011 did not exist there.
    [
      'Pacific/Apia',
      '2011-12-24',
      ['2011-12-24T19:00', '2011-12-31T19:00', '2012-01-07T19:00'],
      [0, 144, 168],
    ],
  ] as const)('a weekly series keeps its local time in %s from %s on', ([timeZone, day, starts, hours]) => {
    const dates = datesOfCopies(
      event(timeZone, `${day}T19:00`, `${day}T21:00`),
      utc(`${day}T19:00[${timeZone}]`),
      {
        every: 'weekly',
        count: 3,
      },
    )
    expect(dates.map(({ startsAt }) => at(startsAt, timeZone))).toEqual(starts)
    const instants = dates.map(({ startsAt }) => Date.parse(startsAt))
    expect(instants.map((instant, index) => (instant - (instants[index - 1] ?? instant)) / HOUR)).toEqual(
      hours,
    )
    for (const { startsAt, endsAt } of dates) expect(Date.parse(endsAt) - Date.parse(startsAt)).toBe(2 * HOUR)
  })

  test('a local time that summer time skips moves only that once', () => {
    const night = event('Europe/Lisbon', '2026-03-22T01:30', '2026-03-22T02:30')
    expect(localDates(night, { every: 'weekly', count: 3 })).toEqual([
      ['2026-03-22T01:30', '2026-03-22T02:30'],
      ['2026-03-29T02:30', '2026-03-29T03:30'],
      ['2026-04-05T01:30', '2026-04-05T02:30'],
    ])
  })

  test('a local time that occurs twice is the first of the two', () => {
    const night = event('America/New_York', '2026-10-25T01:30', '2026-10-25T01:45')
    const [, copy] = datesOfCopies(night, night.startsAt, { every: 'weekly', count: 2 })
    expect(copy?.startsAt).toBe('2026-11-01T05:30:00.000Z')
  })

  test('the first copy can start in the second of two repeated hours', () => {
    const night = {
      ...event('America/New_York', '2026-11-01T01:30', '2026-11-01T03:00'),
      startsAt: '2026-11-01T06:30:00.000Z',
    }
    expect(datesOfCopies(night, night.startsAt)[0]?.startsAt).toBe(night.startsAt)
  })
})

describe('a monthly series', () => {
  test('a series on the 31st takes the last day of shorter months', () => {
    const last = event('Europe/Lisbon', '2027-12-31T18:00', '2027-12-31T20:00')
    expect(localDates(last, { every: 'monthly', count: 5 }).map(([start]) => start)).toEqual([
      '2027-12-31T18:00',
      '2028-01-31T18:00',
      '2028-02-29T18:00',
      '2028-03-31T18:00',
      '2028-04-30T18:00',
    ])
  })
})

describe('length and deadline', () => {
  test('a weekend ends at the same local time when the clocks change', () => {
    const retreat = event('Europe/Lisbon', '2026-03-20T18:00', '2026-03-22T12:00')
    expect(localDates(retreat, { every: 'weekly', count: 2 })).toEqual([
      ['2026-03-20T18:00', '2026-03-22T12:00'],
      ['2026-03-27T18:00', '2026-03-29T12:00'],
    ])
  })

  test('an all-day event lasts from midnight to midnight, even where midnight is skipped', () => {
    const day = event('Africa/Cairo', '2026-04-17T00:00', '2026-04-18T00:00')
    expect(localDates(day, { every: 'weekly', count: 3 })).toEqual([
      ['2026-04-17T00:00', '2026-04-18T00:00'],
      ['2026-04-24T01:00', '2026-04-25T00:00'],
      ['2026-05-01T00:00', '2026-05-02T00:00'],
    ])
  })

  test.for([
    ['that was on a day without a midnight', '2026-04-24T01:00', '2026-04-25T00:00', '2026-04-17T00:00'],
    ['that goes on to a day without a midnight', '2026-04-17T00:00', '2026-04-18T00:00', '2026-04-24T01:00'],
    ['over the end of one', '2026-04-23T00:00', '2026-04-24T01:00', '2026-04-16T00:00'],
  ] as const)('an all-day event %s is whole days wherever it is copied', ([, from, to, first]) => {
    const day = { ...event('Africa/Cairo', from, to), allDay: true }
    const start = Temporal.PlainDateTime.from(first)
    const [one, two] = localDates(day, { every: 'weekly', count: 2 }, utc(`${first}[Africa/Cairo]`))
    const midnight = (days: number) => {
      const date = start.toPlainDate().add({ days })
      return `${date.toString()}T${date.toString() === '2026-04-24' ? '01' : '00'}:00`
    }
    expect([one, two]).toEqual([
      [midnight(0), midnight(1)],
      [midnight(7), midnight(8)],
    ])
  })

  test('an event with times keeps them on a day whose midnight is skipped', () => {
    const early = event('Africa/Cairo', '2026-04-24T01:00', '2026-04-24T03:00')
    expect(localDates(early, { every: 'weekly', count: 2 })).toEqual([
      ['2026-04-24T01:00', '2026-04-24T03:00'],
      ['2026-05-01T01:00', '2026-05-01T03:00'],
    ])
  })

  test('the deadline keeps its distance in days from the start', () => {
    const breakfast = {
      ...event('Europe/Lisbon', '2026-03-23T08:00', '2026-03-23T10:00'),
      rsvpDeadline: utc('2026-03-21T20:00[Europe/Lisbon]'),
    }
    const [, copy] = datesOfCopies(breakfast, breakfast.startsAt, { every: 'weekly', count: 2 })
    expect(at(copy!.rsvpDeadline!, 'Europe/Lisbon')).toBe('2026-03-28T20:00')
  })
})
