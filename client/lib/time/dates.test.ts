import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { dateBlock, formatDate, formatOn, formatShortDate, formatStamp } from './dates.ts'

const LATE = '2026-12-03T23:30:00.000Z'

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') }))
afterEach(() => vi.useRealTimers())

test('an instant is formatted as the date in the given zone', () => {
  const days = ['America/New_York', 'Europe/Zurich'].map((zone) => [
    formatDate(LATE, zone),
    formatShortDate(LATE, zone),
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

test('a date without a zone is the same everywhere', () => {
  expect(formatOn('2026-12-03')).toBe(formatShortDate('2026-12-03T12:00:00Z', 'Europe/Zurich'))
})

test('a short date names the year only when it is more than half a year away', () => {
  expect(formatShortDate('2026-11-20T12:00:00Z', 'Europe/Zurich')).not.toContain('2026')
  expect(formatShortDate(LATE, 'Europe/Zurich')).toContain('2026')
})

test('a timestamp shows its zone', () => {
  expect(formatStamp(LATE, 'Europe/Zurich')).toMatch(/4.*2026.*12:30.*GMT\+1|4.*2026.*00:30.*(GMT\+1|CET)/)
})
