import { expect, test } from 'vitest'

import { isTimeZone } from './time-zones.ts'

test('every time zone that a browser offers is valid', () => {
  expect(Intl.supportedValuesOf('timeZone').filter((name) => !isTimeZone(name))).toEqual([])
})

test.for(['UTC', 'Etc/UTC', 'Etc/GMT-14', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'US/Eastern'])(
  '%s is a time zone',
  (name) => expect(isTimeZone(name)).toBe(true),
)

test.for(
  [
    ['', '+01:00', '-00:00', 'Mars/Olympus', 'Etc/Unknown', '2026-01-01T00:00[Europe/Lisbon]'],
    // Intl accepts these, but Temporal cannot calculate with them.
    ['PST', 'JST', 'ACT', 'SystemV/EST5'],
    ['europe/lisbon', 'EUROPE/LISBON', 'utc'],
  ].flat(),
)('%j is not a time zone', (name) => expect(isTimeZone(name)).toBe(false))
