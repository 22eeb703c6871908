import { array, assert, constantFrom, integer, oneof, property, record } from 'fast-check'
import { expect, test, vi } from 'vitest'

import { OFFER_LIFETIME } from '#shared/event-rules.ts'
import { Failure } from '#server/lib/failure.ts'
import { createHall, rulesOf } from '#server/testing/seats.ts'

import type { RsvpDocument } from './collection.ts'
import { hasRunOut, OFFER_GRACE, type SeatRules, seatsHeld } from './seats.ts'

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

type Hall = ReturnType<typeof createHall>

/** @returns whether it was done, or refused for a reason that people are told */
function isDoneOrRefused(work: () => unknown) {
  try {
    work()
    return true
  } catch (error) {
    return error instanceof Failure && ['rsvp_closed', 'no_seats', 'event_over'].includes(error.code)
  }
}

/** Every promise that the answers together break, by name. */
function broken(hall: Hall, rules: SeatRules, capacity: number) {
  const holders = [...hall.inState('going'), ...hall.inState('offered')]
  const taken = holders.reduce((sum, rsvp) => sum + seatsHeld(rsvp), 0)
  const tickets = [...holders, ...hall.queue()].map(({ ticket }) => ticket)
  const [head] = hall.queue()
  const open = hall.now < Date.parse(rules.startsAt)
  return namesOf({
    'more seats taken than there are': taken > capacity,
    'seats miscounted': hall.seats.going + hall.seats.held !== taken,
    'waitlist miscounted': hall.seats.waiting !== hall.queue().length,
    'one ticket given twice': new Set(tickets).size !== tickets.length,
    'someone without a ticket': tickets.includes(undefined),
    'an offer outlives the start': hall.inState('offered').some((rsvp) => rsvp.offerUntil! > rules.startsAt),
    'an offer stands that ran out': hall.inState('offered').some((rsvp) => hasRunOut(rsvp, hall.now)),
    'the head waits for a free seat': head !== undefined && open && taken + 1 + head.guests <= capacity,
  })
}

/** Of those who waited and did nothing, whoever waits no longer stood before whoever still waits. */
function overtaken(before: readonly RsvpDocument[], hall: Hall, actor?: string) {
  const idle = before.filter(({ member }) => member !== actor)
  const waits = idle.map(({ member }) => hall.stateOf(member) === 'waitlisted')
  const firstWaiting = waits.indexOf(true)
  return namesOf({ 'someone was overtaken': firstWaiting >= 0 && waits.includes(false, firstWaiting) })
}

const namesOf = (promises: Record<string, boolean>) =>
  Object.entries(promises).flatMap(([name, isBroken]) => (isBroken ? [name] : []))

test('whatever people do and however time passes, no promise is broken', () => {
  assert(
    property(steps, integer({ min: 3, max: 6 }), (sequence, capacity) => {
      const rules = rulesOf({ capacity })
      const hall = createHall(rules)
      const faults = sequence.flatMap((step) => {
        const before = hall.queue()
        if ('pass' in step) {
          hall.pass(step.pass)
          hall.touch()
          return [...broken(hall, rules, capacity), ...overtaken(before, hall, undefined)]
        }
        const sound = isDoneOrRefused(() => hall.answer(step.who, step.state, step.guests))
        return [
          ...(sound ? [] : ['an answer failed']),
          ...broken(hall, rules, capacity),
          ...overtaken(before, hall, step.who),
        ]
      })
      expect(faults).toEqual([])
    }),
    { numRuns: 300 },
  )
})
