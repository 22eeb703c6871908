import { array, assert, constantFrom, integer, oneof, property, record } from 'fast-check'
import { expect, test, vi } from 'vitest'

import { OFFER_LIFETIME } from '#shared/event-rules.ts'
import { Failure } from '#server/lib/failure.ts'
import { broken, namesOf, type SeatState, wentPast, wronged } from '#server/testing/seat-invariants.ts'
import { createHall, rulesOf } from '#server/testing/seats.ts'

import { OFFER_GRACE } from './seats.ts'

// Pure, but long on a machine that runs other tests too.
vi.setConfig({ testTimeout: 120_000 })

const HOUR = 60 * 60 * 1_000
const PEOPLE = ['ada', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'] as const

const act = record({
  who: constantFrom(...PEOPLE),
  state: constantFrom('going' as const, 'going' as const, 'maybe' as const, 'declined' as const),
  guests: integer({ min: 0, max: 2 }),
})
const passing = record({ pass: constantFrom(1_000, HOUR, OFFER_LIFETIME + 2 * OFFER_GRACE, 20 * HOUR) })
const steps = array(oneof({ weight: 5, arbitrary: act }, { weight: 1, arbitrary: passing }), {
  maxLength: 60,
  size: 'max',
})

/** @returns whether it was done, or refused for a reason that people are told */
function isDoneOrRefused(work: () => unknown) {
  try {
    work()
    return true
  } catch (error) {
    return error instanceof Failure && ['rsvp_closed', 'no_seats', 'event_over'].includes(error.code)
  }
}

test('whatever people do and however time passes, no promise is broken', () => {
  assert(
    property(steps, integer({ min: 3, max: 6 }), (sequence, capacity) => {
      const rules = rulesOf({ capacity })
      const hall = createHall(rules)
      const seatState = (): SeatState => ({ event: rules, seats: hall.seats, all: hall.all(), now: hall.now })
      const faults = sequence.flatMap((step) => {
        const before = seatState()
        if ('pass' in step) {
          hall.pass(step.pass)
          hall.touch()
          return [...broken(seatState()), ...wronged(before, seatState(), undefined)]
        }
        const sound = isDoneOrRefused(() => hall.answer(step.who, step.state, step.guests))
        return [
          ...broken(seatState()),
          ...wronged(before, seatState(), step.who),
          ...namesOf({
            'an answer failed': !sound,
            'a newcomer went past those who wait': wentPast(before, seatState(), step.who),
          }),
        ]
      })
      expect(faults).toEqual([])
    }),
    { numRuns: 300 },
  )
})
