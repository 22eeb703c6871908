import { assert, asyncProperty, constantFrom, integer } from 'fast-check'
import { expect, test, vi } from 'vitest'

import { events } from '#server/modules/events/events/collection.ts'
import { Failure } from '#server/lib/failure.ts'
import { joinedId } from '#server/store/joined-id.ts'
import {
  eventEdit,
  type EventFixture,
  openEventFixture,
  person,
} from '#server/testing/fixtures/event-fixture.ts'
import {
  type SeatState,
  violations,
  wrongAcceptances,
  wrongCommandOutcomes,
  wrongOutcomes,
} from '#server/testing/simulations/seat-invariants.ts'
import {
  type CommandStep,
  editedRules,
  isPossible,
  type SeatStep,
  seatSteps,
} from '#server/testing/simulations/seat-steps.ts'
import { seatStateOf } from '#server/testing/simulations/stored-seats.ts'
import { storedRuns } from '#server/testing/temporary-store.ts'

import { rsvps } from './seats/collection.ts'

// Hundreds of durable transactions, on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const organiser = person('organiser', 'organiser')
const REFUSALS = [
  'rsvp_closed',
  'no_seats',
  'event_over',
  'event_cancelled',
  'not_started',
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

/** Sends the command twice, as after a lost first response. */
async function decide({ rsvps: service, store }: EventFixture, { about, command }: CommandStep) {
  const { version = 0 } = (await store.get(rsvps, joinedId('event', about))) ?? {}
  const given = { eventId: 'event', memberId: about, version, command }
  const hooks = { assertAllowed: async () => {}, onChange: async () => {} }
  const first = await service.command(given, hooks)
  expect(await service.command(given, hooks)).toEqual(first)
}

async function perform(fixture: EventFixture, step: SeatStep) {
  if (step === 'expire') return fixture.rsvps.expireOffers()
  if (step === 'cancel') return fixture.lifecycle.cancel(organiser, 'event', 'The hall burnt down')
  if (step === 'complete') return fixture.lifecycle.complete(organiser, 'event')
  if ('pass' in step) return fixture.advance(step.pass)
  if ('suspended' in step) {
    return step.suspended ? fixture.suspend(step.member) : fixture.restore(step.member)
  }
  if ('hidden' in step) return fixture.setHidden('event', step.hidden)
  if ('about' in step) return decide(fixture, step)
  if ('who' in step) return fixture.rsvps.respond(person(step.who), 'event', step)
  const { version, startsAt } = (await fixture.store.get(events, 'event'))!
  return fixture.editor.edit(organiser, 'event', version, eventEdit(editedRules(startsAt, step)))
}

/** @returns violations by the outcome of the step, and the state after it */
async function outcomeOf(fixture: EventFixture, step: SeatStep, before: SeatState) {
  if (!isPossible(step, before)) return [[], before] as const
  const outcome = await perform(fixture, step).catch((error: unknown) => error)
  const after = await seatStateOf(fixture, 'event')
  const answer = typeof step === 'object' && 'who' in step ? step : undefined
  const decision = typeof step === 'object' && 'about' in step ? step : undefined
  const errors = violations(before, after, answer?.who ?? decision?.about, decision?.command)
  if (!(outcome instanceof Error)) {
    errors.push(...wrongAcceptances(before, after))
    if (answer) errors.push(...wrongOutcomes(before, after, answer))
    if (decision) errors.push(...wrongCommandOutcomes(before, after, decision))
    return [errors, after] as const
  }
  expect(after).toEqual(before)
  const isRefusal = outcome instanceof Failure && REFUSALS.includes(outcome.code)
  return [[...errors, ...(isRefusal ? [] : [String(outcome)])], after] as const
}

test('seats in a real store stay consistent and fair, whatever members answer and organisers change', async () => {
  await assert(
    asyncProperty(
      seatSteps(40),
      integer({ min: 1, max: 4 }),
      constantFrom(20, 26, 48),
      async (steps, capacity, hoursAhead) => {
        const fixture = openEventFixture()
        try {
          const startsAt = fixture.inHours(hoursAhead)
          await fixture.put({ id: 'event', capacity, guestsMax: 2, startsAt })
          let state = await seatStateOf(fixture, 'event')
          for (const step of steps) {
            const [errors, after] = await outcomeOf(fixture, step, state)
            expect([step, errors]).toEqual([step, []])
            state = after
          }
        } finally {
          await fixture.close()
        }
      },
    ),
    { numRuns: storedRuns(12) },
  )
})
