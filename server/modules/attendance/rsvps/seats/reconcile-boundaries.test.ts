import { expect, test } from 'vitest'

import { OFFER_GRACE, OFFER_LIFETIME } from '#shared/events/rules.ts'
import { DAY, HOUR } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import type { Failure } from '#server/lib/failure.ts'
import {
  createSeatSimulation,
  seatRules,
  SIMULATION_START as NOW,
} from '#server/testing/simulations/seat-simulation.ts'

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
] as const)('a seat freed %i ms before the start makes the head of the waitlist %s', ([ahead, state]) => {
  const simulation = createSeatSimulation(seatRules({ capacity: 1 }))
  for (const name of ['ada', 'ben']) simulation.respond(name, 'going')
  simulation.advance(2 * DAY - ahead)
  simulation.respond('ada', 'declined')
  expect(simulation.stateOf('ben')).toBe(state)
})

test.for([
  [OFFER_LIFETIME + OFFER_GRACE, 'going'],
  [OFFER_LIFETIME + OFFER_GRACE + 1, 'waitlisted'],
] as const)('an offer claimed after %i ms makes the member %s', ([after, state]) => {
  const simulation = createSeatSimulation(seatRules({ capacity: 1, startsAt: isoInstant(NOW + 20 * HOUR) }))
  for (const name of ['ada', 'ben', 'cleo']) simulation.respond(name, 'going')
  simulation.respond('ada', 'declined')
  simulation.advance(after)
  simulation.respond('ben', 'going')
  expect(simulation.stateOf('ben')).toBe(state)
})

test('new RSVPs close at the deadline or the start, and declining at the end', () => {
  const rsvpDeadline = isoInstant(NOW + HOUR)
  const late = createSeatSimulation(seatRules({ rsvpDeadline }))
  late.advance(HOUR - 1)
  expect(codeOf(() => late.respond('ada', 'going'))).toBeUndefined()
  late.advance(1)
  expect(codeOf(() => late.respond('ben', 'maybe'))).toBe('rsvp_closed')

  const simulation = createSeatSimulation(seatRules())
  simulation.advance(2 * DAY - 1)
  expect(codeOf(() => simulation.respond('ada', 'going'))).toBeUndefined()
  simulation.advance(1)
  expect(codeOf(() => simulation.respond('ben', 'going'))).toBe('rsvp_closed')
  simulation.advance(2 * HOUR - 1)
  expect(codeOf(() => simulation.respond('ada', 'declined'))).toBeUndefined()
  simulation.advance(1)
  expect(codeOf(() => simulation.respond('ben', 'declined'))).toBe('event_over')
})
