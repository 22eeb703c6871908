import { expect, test } from 'vitest'

import { dateBlock, formatDate, formatDayAndMonth, formatOn, formatStamp } from './dates.ts'

const LATE = '2026-12-03T23:30:00.000Z'

test('an instant is on the day that the calendar shows in the zone', () => {
  const days = ['America/New_York', 'Europe/Zurich'].map((zone) => [
    formatDate(LATE, zone),
    formatDayAndMonth(LATE, zone),
    dateBlock(LATE, zone).day,
  ])
  expect(days.flat().map((words) => words.replace(/\D*(\d+).*/, '$1'))).toEqual([
    '3',
    '3',
    '3',
    '4',
    '4',
    '4',
  ])
})

test('a day that is in no zone is the same everywhere', () => {
  expect(formatOn('2026-12-03')).toBe(formatDate('2026-12-03T12:00:00Z', 'Europe/Zurich'))
})

test('a time says its zone', () => {
  expect(formatStamp(LATE, 'Europe/Zurich')).toMatch(/4.*2026.*12:30.*GMT\+1|4.*2026.*00:30.*(GMT\+1|CET)/)
})
