import { array, assert, constantFrom, integer, property, record, uniqueArray } from 'fast-check'
import { expect, test } from 'vitest'

import { HOUR } from '#shared/lib/durations.ts'
import { createSeatSimulation, seatRules } from '#server/testing/simulations/seat-simulation.ts'

import { reconcileRsvps, waitlistReadLimit } from './reconcile-seats.ts'
import { isExpired, newRsvp } from './seats.ts'

const answer = record({
  member: constantFrom(...'abcdefghijkl'),
  state: constantFrom('going' as const, 'going' as const, 'maybe' as const, 'declined' as const),
  guests: integer({ min: 0, max: 3 }),
})

test('RSVPs stored together end like RSVPs stored one by one', () => {
  assert(
    property(
      array(answer, { maxLength: 30 }),
      constantFrom(1, 30, 47.5),
      uniqueArray(answer, { selector: ({ member }) => member, minLength: 2 }),
      integer({ min: 1, max: 6 }),
      (earlier, hours, together, capacity) => {
        const simulation = createSeatSimulation(seatRules({ capacity }))
        const tryAnswer = ({ member, state, guests }: (typeof together)[number]) => {
          try {
            return simulation.respond(member, state, guests)
          } catch (error) {
            return String(error)
          }
        }
        earlier.forEach(tryAnswer)
        simulation.advance(hours * HOUR)

        const { rules, seats, now } = simulation
        const stored = simulation.all()
        const rsvpChanges = together.map(({ member, state, guests }) => ({
          before: stored.get(member) ?? newRsvp(member, rules, member),
          edit: { state, guests },
        }))
        const expiring = simulation.inState('offered').filter((rsvp) => isExpired(rsvp, now))
        const limit = waitlistReadLimit(rules, seats, [
          ...expiring,
          ...rsvpChanges.map(({ before }) => before),
        ])
        const waitlist = simulation.waitlist().slice(0, Math.max(0, limit))
        const batch = reconcileRsvps(rules, { seats, expiring, waitlist }, now, rsvpChanges)

        const outcomes = batch.outcomes.map((outcome) =>
          outcome.status === 'fulfilled' ? outcome.value.mine : String(outcome.reason),
        )
        // A refused member who never answered has no RSVP; one who changes nothing has the same.
        expect(outcomes).toEqual(together.map(tryAnswer))
        expect(batch.seats).toEqual(simulation.seats)
        for (const rsvp of batch.changed) stored.set(rsvp.member, rsvp)
        expect(stored).toEqual(simulation.all())
      },
    ),
    { numRuns: 2_000 },
  )
})
