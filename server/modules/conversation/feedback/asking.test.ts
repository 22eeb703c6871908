import { expect, test } from 'vitest'

import { askedAt } from './asking.ts'

test.for([
  ['an evening', '2026-06-10T20:00:00Z', 'Europe/Lisbon', '2026-06-11T08:00:00.000Z'],
  ['a night that ends after midnight', '2026-06-11T00:30:00Z', 'Europe/Lisbon', '2026-06-11T08:00:00.000Z'],
  ['a breakfast', '2026-06-10T07:30:00Z', 'Europe/Lisbon', '2026-06-11T08:00:00.000Z'],
  ['whole days, which end at midnight', '2026-06-10T23:00:00Z', 'Europe/Lisbon', '2026-06-11T08:00:00.000Z'],
  [
    'the night in which summer time begins',
    '2026-03-28T22:00:00Z',
    'Europe/Lisbon',
    '2026-03-29T08:00:00.000Z',
  ],
  [
    'the night in which summer time ends',
    '2026-10-24T21:00:00Z',
    'Europe/Lisbon',
    '2026-10-25T09:00:00.000Z',
  ],
  ['a zone half an hour off', '2026-06-10T15:00:00Z', 'Asia/Kolkata', '2026-06-11T03:30:00.000Z'],
  ['New Year', '2026-12-31T22:00:00Z', 'America/New_York', '2027-01-01T14:00:00.000Z'],
] as const)('attendees of %s are asked at nine on the next morning there', ([, endsAt, timeZone, asked]) => {
  expect(new Date(askedAt({ endsAt, timeZone })).toISOString()).toBe(asked)
})
