import { expect, test } from 'vitest'

import { DAY, HOUR } from '#shared/lib/durations.ts'

import { isTooLate, nextDigest } from './digest-times.ts'

const next = (digest: 'daily' | 'weekly', zone: string, now: string) =>
  new Date(nextDigest(digest, zone, Date.parse(now))).toISOString()

test.for([
  ['before eight', 'daily', 'Europe/Lisbon', '2026-01-05T07:59:00Z', '2026-01-05T08:00:00.000Z'],
  ['at eight, the next day', 'daily', 'Europe/Lisbon', '2026-01-05T08:00:00Z', '2026-01-06T08:00:00.000Z'],
  ['clocks go forward', 'daily', 'Europe/Lisbon', '2026-03-28T09:00:00Z', '2026-03-29T07:00:00.000Z'],
  ['clocks go back', 'daily', 'Europe/Lisbon', '2026-10-24T09:00:00Z', '2026-10-25T08:00:00.000Z'],
  ['on Mondays', 'weekly', 'UTC', '2026-01-05T08:00:00Z', '2026-01-12T08:00:00.000Z'],
  [
    'a Monday there, a Sunday here',
    'weekly',
    'Pacific/Auckland',
    '2026-01-04T12:00:00Z',
    '2026-01-04T19:00:00.000Z',
  ],
  // Samoa had no 30 December 2011.
  ['a day that the zone skips', 'daily', 'Pacific/Apia', '2011-12-29T18:30:00Z', '2011-12-30T18:00:00.000Z'],
] as const)('the next digest is at the expected time: %s', ([, digest, zone, now, expected]) => {
  expect(next(digest, zone, now)).toBe(expected)
})

test('a daily digest is too late after half a day, and a weekly one after three days', () => {
  expect(isTooLate('daily', 0, 12 * HOUR)).toBe(false)
  expect(isTooLate('daily', 0, 12 * HOUR + 1)).toBe(true)
  expect(isTooLate('weekly', 0, 3 * DAY)).toBe(false)
  expect(isTooLate('off', 0, 90 * DAY)).toBe(false)
})
