import { describe, expect, test } from 'vitest'

import { endOfDay, lastDayBefore, readWallClock, startOfDay, wallClockAt } from './wall-clock.ts'

const wall = (text: string) => ({ date: text.slice(0, 10), time: text.slice(11) })

describe('a local time that exists once', () => {
  test.each([
    ['Europe/Lisbon', '2026-12-03T18:00', '2026-12-03T18:00:00.000Z'],
    ['Europe/Lisbon', '2026-07-03T18:00', '2026-07-03T17:00:00.000Z'],
    ['America/New_York', '2026-12-03T18:00', '2026-12-03T23:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-12-03T18:00', '2026-12-03T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-07-03T18:00', '2026-07-03T07:30:00.000Z'],
    ['Pacific/Apia', '2026-12-03T18:00', '2026-12-03T05:00:00.000Z'],
    ['Africa/Casablanca', '2025-12-03T18:00', '2025-12-03T17:00:00.000Z'],
    ['Asia/Kathmandu', '2026-12-03T18:00', '2026-12-03T12:15:00.000Z'],
    ['UTC', '2026-03-29T01:30', '2026-03-29T01:30:00.000Z'],
  ])('a local time in %s is read and shown: %s', (timeZone, text, instant) => {
    expect(readWallClock(wall(text), timeZone)).toEqual({ kind: 'ok', instant })
    expect(wallClockAt(instant, timeZone)).toEqual(wall(text))
  })
})

describe('a local time during a clock change', () => {
  test.each([
    ['gap', 'Europe/Lisbon', '2026-03-29T01:30', '2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z'],
    ['overlap', 'Europe/Lisbon', '2026-10-25T01:30', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'],
    ['gap', 'America/New_York', '2026-03-08T02:30', '2026-03-08T06:30:00.000Z', '2026-03-08T07:30:00.000Z'],
    [
      'overlap',
      'America/New_York',
      '2026-11-01T01:30',
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
    ],
    // These clocks change by half an hour.
    [
      'gap',
      'Australia/Lord_Howe',
      '2026-10-04T02:15',
      '2026-10-03T15:15:00.000Z',
      '2026-10-03T15:45:00.000Z',
    ],
    [
      'overlap',
      'Australia/Lord_Howe',
      '2026-04-05T01:45',
      '2026-04-04T14:45:00.000Z',
      '2026-04-04T15:15:00.000Z',
    ],
    // Samoa crossed the date line: it had no 30 December at all.
    ['gap', 'Pacific/Apia', '2011-12-30T12:00', '2011-12-29T22:00:00.000Z', '2011-12-30T22:00:00.000Z'],
    // Morocco's clocks go back for Ramadan and forward after it.
    [
      'overlap',
      'Africa/Casablanca',
      '2026-02-15T02:30',
      '2026-02-15T01:30:00.000Z',
      '2026-02-15T02:30:00.000Z',
    ],
    ['gap', 'Africa/Casablanca', '2026-03-22T02:30', '2026-03-22T01:30:00.000Z', '2026-03-22T02:30:00.000Z'],
  ])('a clock change with a %s in %s at %s offers both instants', (kind, timeZone, text, ...choices) => {
    expect(readWallClock(wall(text), timeZone)).toEqual({ kind, choices })
    for (const [index, choice] of (['earlier', 'later'] as const).entries())
      expect(readWallClock({ ...wall(text), choice }, timeZone)).toMatchObject({ instant: choices[index] })
  })

  test('an instant in the repeated hour remembers which one it is', () => {
    expect(wallClockAt('2026-10-25T00:30:00.000Z', 'Europe/Lisbon')).toEqual({
      ...wall('2026-10-25T01:30'),
      choice: 'earlier',
    })
    expect(wallClockAt('2026-10-25T01:30:00.000Z', 'Europe/Lisbon')).toMatchObject({ choice: 'later' })
  })
})

test.each([
  ['', '18:00'],
  ['2026-12-03', ''],
  ['2026-02-30', '18:00'],
])('%j at %j is not a valid time', (date, time) => {
  expect(readWallClock({ date, time }, 'Europe/Lisbon')).toEqual({ kind: 'unreadable' })
})

test('a day starts at its first local time', () => {
  expect(startOfDay('2026-12-03', 'Europe/Zurich')).toBe('2026-12-02T23:00:00.000Z')
  // Beirut's clocks go from 00:00 to 01:00.
  expect(startOfDay('2026-03-29', 'Asia/Beirut')).toBe('2026-03-28T22:00:00.000Z')
  expect(wallClockAt('2026-03-28T22:00:00.000Z', 'Asia/Beirut')).toEqual({
    date: '2026-03-29',
    time: '01:00',
  })
})

test('an end at midnight belongs to the day before, even if that day is not 24 hours long', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2026-12-31'])
    expect(lastDayBefore(endOfDay(day, 'Europe/Zurich'), 'Europe/Zurich')).toBe(day)
})
