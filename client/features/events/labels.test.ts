import { expect, test } from 'vitest'

import { rsvpLabel, ordinal, placeLabel, seatsLabel } from './labels.ts'

test.each([
  [{ going: 0, waiting: 0 }, ''],
  [{ going: 12, waiting: 0 }, '12 going'],
  [{ going: 3, left: 1, waiting: 0 }, '1 seat left'],
  [{ going: 4, left: 0, waiting: 0 }, 'Full'],
  [{ going: 4, left: 0, waiting: 3 }, 'Full · 3 waiting'],
  // The head of the line needs two seats: nobody overtakes it.
  [{ going: 3, left: 1, waiting: 1 }, 'Full · 1 waiting'],
])('%j is %j', (seats, words) => {
  expect(seatsLabel(seats)).toBe(words)
})

test('places in line are said as people say them', () => {
  expect([1, 2, 3, 4, 11, 12, 13, 21, 102].map(ordinal)).toEqual(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 102nd'.split(' '),
  )
})

test.each([
  [{ state: 'going', guests: 2 }, 'Going +2'],
  [{ state: 'going', guests: 0, checkedInAt: '2026-12-03T19:00:00Z' }, 'You were there'],
  [{ state: 'waitlisted', guests: 0, position: 3 }, '3rd in line'],
  [{ state: 'declined', guests: 0 }, 'Can’t go'],
] as const)('%j is badged %j', (mine, words) => {
  expect(rsvpLabel(mine).words).toBe(words)
})

test('a hybrid event is in both places', () => {
  expect(placeLabel({ format: 'hybrid', venueName: 'The hall', city: 'Porto' })).toBe(
    'The hall, Porto, and online',
  )
  expect(placeLabel({ format: 'inPerson', city: 'Porto' })).toBe('Porto')
  expect(placeLabel({ format: 'online', city: 'Porto' })).toBe('Online')
})
