import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { setLanguageSource } from '#shared/lib/language/current.ts'

import {
  capitalised,
  dateBlock,
  formatDate,
  formatDays,
  formatLongDay,
  formatOn,
  formatShortDate,
} from './dates.ts'

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

test('a short date names the year only if it is not the current year in the given zone', () => {
  expect(formatShortDate('2026-11-20T12:00:00Z', 'Europe/Zurich')).toBe('20 Nov')
  expect(formatShortDate('2027-01-04T12:00:00Z', 'Europe/Zurich')).toBe('4 Jan 2027')
  expect(formatShortDate('2026-12-31T23:30:00Z', 'Europe/Zurich')).toBe('1 Jan 2027')
  expect(formatShortDate('2026-12-31T23:30:00Z', 'Europe/Lisbon')).toBe('31 Dec')
})

test('a date block has three letters of each weekday, also in Portuguese', () => {
  setLanguageSource(() => 'pt')
  expect(dateBlock('2026-11-30T12:00:00Z', 'Europe/Lisbon').weekday).toBe('seg')
  expect(capitalised(formatLongDay('2026-11-30'))).toMatch(/^Segunda-feira/)
  setLanguageSource(() => 'en')
})

test('September is written like every other month', () => {
  expect(formatOn('2026-09-08')).toBe('8 Sep')
  expect(dateBlock('2026-09-08T12:00:00Z', 'Europe/Zurich').month).toBe('Sep')
  expect(formatDate('2026-09-08T12:00:00Z', 'Europe/Zurich')).toBe('8 September 2026')
})

test.each([
  ['2026-12-03', '2026-12-03', '3 Dec'],
  ['2026-12-03', '2026-12-05', '3 – 5 Dec'],
  ['2026-12-31', '2027-01-02', '31 Dec 2026 – 2 Jan 2027'],
])('days from %s to %s are %s', (from, to, text) => {
  expect(formatDays(from, to).replaceAll(/\s/g, ' ')).toBe(text)
})
