import { expect, test } from 'vitest'

import { OFFER_LIFETIME } from '#shared/event-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Failure } from '#server/lib/failure.ts'
import { createHall, rulesOf, SEATS_NOW as NOW } from '#server/testing/seats.ts'

import { OFFER_GRACE } from './seats.ts'

const HOUR = 60 * 60 * 1_000
const DAY = 24 * HOUR

const codeOf = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Failure).code
  }
}

test.for([
  [DAY + 1, 'going'],
  [DAY, 'offered'],
  [1, 'offered'],
  [0, 'waitlisted'],
  [-1, 'waitlisted'],
] as const)('a seat freed %i ms before the start makes the next in line %s', ([ahead, state]) => {
  const hall = createHall(rulesOf({ capacity: 1 }))
  for (const name of ['ada', 'ben']) hall.answer(name, 'going')
  hall.pass(2 * DAY - ahead)
  hall.answer('ada', 'declined')
  expect(hall.stateOf('ben')).toBe(state)
})

test.for([
  [OFFER_LIFETIME + OFFER_GRACE, 'going'],
  [OFFER_LIFETIME + OFFER_GRACE + 1, 'waitlisted'],
] as const)('an offer taken after %i ms makes one %s', ([after, state]) => {
  const hall = createHall(rulesOf({ capacity: 1, startsAt: isoInstant(NOW + 20 * HOUR) }))
  for (const name of ['ada', 'ben', 'cleo']) hall.answer(name, 'going')
  hall.answer('ada', 'declined')
  hall.pass(after)
  hall.answer('ben', 'going')
  expect(hall.stateOf('ben')).toBe(state)
})

test('answers close at the deadline, or at the start, and all of them at the end', () => {
  const rsvpDeadline = isoInstant(NOW + HOUR)
  const late = createHall(rulesOf({ rsvpDeadline }))
  late.pass(HOUR - 1)
  expect(codeOf(() => late.answer('ada', 'going'))).toBeUndefined()
  late.pass(1)
  expect(codeOf(() => late.answer('ben', 'maybe'))).toBe('rsvp_closed')

  const hall = createHall(rulesOf())
  hall.pass(2 * DAY - 1)
  expect(codeOf(() => hall.answer('ada', 'going'))).toBeUndefined()
  hall.pass(1)
  expect(codeOf(() => hall.answer('ben', 'going'))).toBe('rsvp_closed')
  hall.pass(2 * HOUR - 1)
  expect(codeOf(() => hall.answer('ada', 'declined'))).toBeUndefined()
  hall.pass(1)
  expect(codeOf(() => hall.answer('ben', 'declined'))).toBe('event_over')
})
