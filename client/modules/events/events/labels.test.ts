import { expect, test } from 'vitest'

import { placeLabel } from '#shared/events/labels.ts'

import { guestsOverLimit, goingLabel, rsvpLabel, seatsLabel } from './labels.ts'

test.each([
  [{ going: 0, waiting: 0 }, ''],
  [{ going: 12, waiting: 0 }, '12 going'],
  [{ going: 3, left: 1, waiting: 0 }, '1 seat left'],
  [{ going: 4, left: 0, waiting: 0 }, 'Full'],
  [{ going: 4, left: 0, waiting: 3 }, 'Full\u00A0· 3 on the waitlist'],
  // The first person on the waitlist needs two seats, and no one overtakes them.
  [{ going: 3, left: 1, waiting: 1 }, 'Full\u00A0· 1 on the waitlist'],
])('seats %j are labelled %j', (seats, label) => {
  expect(seatsLabel(seats)).toBe(label)
})

test.each([
  [{ state: 'going', guests: 2 }, 'Going +2'],
  [{ state: 'going', guests: 0, checkedInAt: '2026-12-03T19:00:00Z' }, 'Attended'],
  [{ state: 'waitlisted', guests: 0, position: 3 }, '#3 on the waitlist'],
  [{ state: 'waitlisted', guests: 0 }, 'On the waitlist'],
  [{ state: 'declined', guests: 0 }, 'Can’t go'],
] as const)('the badge of %j is %j', (mine, label) => {
  expect(rsvpLabel(mine).label).toBe(label)
})

test('the place of a hybrid event is its venue and “Online”', () => {
  expect(placeLabel({ format: 'hybrid', venueName: 'The hall', city: 'Porto' })).toBe(
    'The hall, Porto\u00A0· Online',
  )
  expect(placeLabel({ format: 'inPerson', city: 'Porto' })).toBe('Porto')
  expect(placeLabel({ format: 'online', city: 'Porto' })).toBe('Online')
})

test.each([
  [[4, 2, 0, 0, 0, 0], 1, undefined],
  [[4, 2, 1, 0, 0, 0], 1, '1 guest exceeds this limit, from 1 member. They keep their places.'],
  [[4, 2, 1, 0, 0, 2], 1, '9 guests exceed this limit, from 3 members. They keep their places.'],
  [[0, 2, 0, 1, 0, 0], 0, '5 guests exceed this limit, from 3 members. They keep their places.'],
])('with %j people by number of guests, the note on a limit of %i is: %s', (partySizes, limit, message) => {
  expect(guestsOverLimit(partySizes, limit)).toBe(message)
})

test.for([
  [1, 'Amara is going'],
  [2, 'Amara and Bo are going'],
  [3, 'Amara and 2 connections are going'],
  [9, 'Amara and 8 connections are going'],
] as const)('%i connections who are going are named as "%s"', ([count, label]) => {
  const faces = ['Amara', 'Bo', 'Cleo'].map((displayName) => ({ id: displayName, displayName }))
  expect(goingLabel(faces, count)).toBe(label)
})
