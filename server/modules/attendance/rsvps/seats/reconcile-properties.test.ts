import { isDeepStrictEqual } from 'node:util'
import { assert, constantFrom, integer, property } from 'fast-check'
import { expect, test, vi } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import {
  type SeatState,
  violations,
  wrongCommandOutcomes,
  wrongOutcomes,
} from '#server/testing/simulations/seat-invariants.ts'
import {
  createSeatSimulation,
  seatRules,
  SIMULATION_START,
} from '#server/testing/simulations/seat-simulation.ts'
import {
  type EditStep,
  editedRules,
  isPossible,
  type SeatStep,
  seatSteps,
} from '#server/testing/simulations/seat-steps.ts'

// Runs in memory, but takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const REFUSALS = [
  'rsvp_closed',
  'no_seats',
  'event_over',
  'event_cancelled',
  'invalid_input',
  'removed_by_organiser',
  'event_full',
  'already_waitlisted',
  'not_waitlisted',
  'not_on_roster',
  'not_requested',
  'asked_to_join',
  'request_declined',
  'request_needed',
  'rsvp_not_open',
  'event_not_found',
]

type Simulation = ReturnType<typeof createSeatSimulation>

function perform(simulation: Simulation, step: SeatStep) {
  if (step === 'expire') return simulation.reconcile()
  if (step === 'cancel' || step === 'complete') return end(simulation, step)
  if ('pass' in step) return simulation.advance(step.pass)
  if ('suspended' in step) {
    return step.suspended ? simulation.suspend(step.member) : simulation.restore(step.member)
  }
  if ('hidden' in step) return step.hidden ? simulation.hide() : simulation.show()
  if ('about' in step) return simulation.command(step.about, step.command)
  if ('who' in step) return simulation.respond(step.who, step.state, step.guests)
  return edit(simulation, step)
}

/** Ends the event if its own policy allows it. */
function end({ rules, now, changeRules, complete }: Simulation, step: 'cancel' | 'complete') {
  if (rules.status !== 'published') return
  if (step === 'complete' && now >= Date.parse(rules.startsAt)) complete()
  if (step === 'cancel' && now < Date.parse(rules.endsAt)) changeRules({ ...rules, status: 'cancelled' })
}

/** Only edits that the event's own validation accepts. */
function edit({ rules, now, changeRules }: Simulation, step: EditStep) {
  const { id, title, status, hidden, startsAt } = rules
  const next = { id, title, status, hidden, ...editedRules(startsAt, step) }
  const isOpen = status === 'published' && now < Date.parse(startsAt) && now < Date.parse(next.startsAt)
  if (isOpen && 1 + step.guestsMax <= (step.seats ?? Infinity)) changeRules(next)
}

/** @returns violations by the outcome of the step */
function errorsOf(simulation: Simulation, step: SeatStep) {
  const state = (): SeatState => ({
    now: simulation.now,
    event: simulation.rules,
    seats: simulation.seats,
    all: simulation.all(),
    suspended: simulation.suspended(),
  })
  const before = state()
  if (!isPossible(step, before)) return []
  const answer = typeof step === 'object' && 'who' in step ? step : undefined
  const decision = typeof step === 'object' && 'about' in step ? step : undefined
  try {
    perform(simulation, step)
  } catch (error) {
    if (!isDeepStrictEqual(state(), before)) return ['a refused step changed something']
    return error instanceof Failure && REFUSALS.includes(error.code) ? [] : [String(error)]
  }
  const after = state()
  return [
    ...violations(before, after, answer?.who ?? decision?.about, decision?.command),
    ...(answer ? wrongOutcomes(before, after, answer) : []),
    ...(decision ? wrongCommandOutcomes(before, after, decision) : []),
  ]
}

test('seats stay consistent and fair, whatever members answer, organisers change and however time passes', () => {
  assert(
    property(
      seatSteps(60),
      integer({ min: 1, max: 6 }),
      constantFrom(20, 26, 48),
      (steps, capacity, hoursAhead) => {
        const startsAt = isoInstant(SIMULATION_START + hoursAhead * HOUR)
        const endsAt = isoInstant(SIMULATION_START + (hoursAhead + 2) * HOUR)
        const simulation = createSeatSimulation(seatRules({ capacity, startsAt, endsAt }))
        for (const step of steps) expect([step, errorsOf(simulation, step)]).toEqual([step, []])
      },
    ),
    { numRuns: 300 },
  )
})
