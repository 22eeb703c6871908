import { describe, expect, test } from 'vitest'

import type { Participation, Seats } from '#shared/events/rsvps.ts'

import { guestLimit } from './guest-limit.ts'

const FULL = 'No seats left for more guests.'
const going = (guests = 0): Participation => ({ state: 'going', guests })

describe('the limit of guests', () => {
  test.each<[string, Seats, Participation, object]>([
    ['is 0 at a full event', { going: 2, left: 0, waiting: 0 }, going(), { max: 0, reason: FULL }],
    ['includes their present guests', { going: 4, left: 0, waiting: 0 }, going(2), { max: 2, reason: FULL }],
    [
      'allows guests for the seats that are left',
      { going: 3, left: 1, waiting: 0 },
      going(1),
      { max: 2, reason: 'Only 1 seat left.' },
    ],
    [
      'leaves seats to the waitlist',
      { going: 3, left: 1, waiting: 1 },
      going(),
      { max: 0, reason: 'Free seats go to the waitlist first.' },
    ],
    [
      'is 0 behind the waitlist of a full event',
      { going: 4, left: 0, waiting: 1 },
      going(),
      { max: 0, reason: FULL },
    ],
    ['has no reason if there are enough seats', { going: 1, left: 3, waiting: 0 }, going(), { max: 3 }],
  ])('the limit for a member who is going %s', (_name, seats, mine, expected) => {
    expect(guestLimit({ guestsMax: 3, seats, mine })).toEqual(expected)
  })

  test('an event without a capacity limits guests only by the organiser’s maximum', () => {
    expect(guestLimit({ guestsMax: 3, seats: { going: 90, waiting: 0 }, mine: going() })).toEqual({ max: 3 })
  })
})

test('anyone else can wait for seats for as many guests as the organiser allows', () => {
  expect(guestLimit({ guestsMax: 3, seats: { going: 2, left: 0, waiting: 0 } })).toEqual({ max: 3 })
})
