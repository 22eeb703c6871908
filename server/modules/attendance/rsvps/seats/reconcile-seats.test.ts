import { describe, expect, test } from 'vitest'

import { OFFER_GRACE, OFFER_LIFETIME } from '#shared/events/rules.ts'
import { HOUR } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import {
  createSeatSimulation,
  seatRules,
  SIMULATION_START as NOW,
} from '#server/testing/simulations/seat-simulation.ts'

describe('seats', () => {
  test('members get seats for themselves and their guests until none are left, then join the waitlist', () => {
    const simulation = createSeatSimulation(seatRules())
    simulation.respond('ada', 'going', 1)
    simulation.respond('ben', 'going', 1)
    expect([simulation.stateOf('ada'), simulation.stateOf('ben')]).toEqual(['going', 'waitlisted'])
    expect(simulation.seats).toMatchObject({ going: 2, waiting: 1 })
  })

  test('a newcomer does not get the seat while someone with guests waits for more', () => {
    const simulation = createSeatSimulation(seatRules())
    simulation.respond('ada', 'going', 1)
    simulation.respond('ben', 'going', 1)
    expect(simulation.respond('cleo', 'going')).toMatchObject({ state: 'waitlisted' })
    simulation.respond('ada', 'going', 0)
    expect([simulation.stateOf('ben'), simulation.stateOf('cleo')]).toEqual(['going', 'waitlisted'])
  })

  test('an extra guest is refused while someone waits, and the member keeps their seat', () => {
    const simulation = createSeatSimulation(seatRules({ capacity: 3 }))
    simulation.respond('ada', 'going', 0)
    simulation.respond('ben', 'going', 0)
    simulation.respond('cleo', 'going', 1)
    expect(() => simulation.respond('ada', 'going', 1)).toThrow(expect.objectContaining({ code: 'no_seats' }))
    expect(simulation.rsvpOf('ada')).toMatchObject({ state: 'going', guests: 0 })
  })

  test('the head of the waitlist gets the seat of a member who changes to maybe', () => {
    const simulation = createSeatSimulation(seatRules({ capacity: 1, guestsMax: 0 }))
    simulation.respond('ada', 'going')
    simulation.respond('ben', 'going')
    simulation.respond('ada', 'maybe')
    expect([simulation.stateOf('ada'), simulation.stateOf('ben')]).toEqual(['maybe', 'going'])
  })

  test('a member who gives up a place and returns goes last', () => {
    const simulation = createSeatSimulation(seatRules({ capacity: 1, guestsMax: 0 }))
    for (const name of ['ada', 'ben', 'cleo']) simulation.respond(name, 'going')
    simulation.respond('ben', 'declined')
    simulation.respond('ben', 'going')
    expect(simulation.waitlist().map(({ member }) => member)).toEqual(['cleo', 'ben'])
  })

  test('a party larger than the capacity is refused', () => {
    const simulation = createSeatSimulation(seatRules({ capacity: 2 }))
    expect(() => simulation.respond('ada', 'going', 2)).toThrow(expect.objectContaining({ code: 'no_seats' }))
  })
})

describe('within 24 hours of the start', () => {
  const late = seatRules({ capacity: 1, guestsMax: 0, startsAt: isoInstant(NOW + 20 * HOUR) })
  const withOffer = () => {
    const simulation = createSeatSimulation(late)
    for (const name of ['ada', 'ben', 'cleo']) simulation.respond(name, 'going')
    simulation.respond('ada', 'declined')
    return simulation
  }

  test('a freed seat is offered to the next on the waitlist until a deadline', () => {
    expect(withOffer().rsvpOf('ben')).toMatchObject({
      state: 'offered',
      offerUntil: isoInstant(NOW + OFFER_LIFETIME),
    })
  })

  test('a waitlisted member who brings fewer guests gets the seat at once, without an offer', () => {
    const simulation = createSeatSimulation(seatRules({ capacity: 2, guestsMax: 1, startsAt: late.startsAt }))
    simulation.respond('ada', 'going')
    simulation.respond('ben', 'going', 1)
    expect(simulation.respond('ben', 'going', 0)).toMatchObject({ state: 'going', guests: 0 })
    expect(simulation.rsvpOf('ben')).not.toHaveProperty('offerUntil')
  })

  test('a claimed offer becomes a seat, a declined offer goes to the next', () => {
    const simulation = withOffer()
    simulation.respond('ben', 'declined')
    expect(simulation.stateOf('cleo')).toBe('offered')
    expect(simulation.respond('cleo', 'going')).not.toHaveProperty('offerUntil')
    expect(simulation.stateOf('cleo')).toBe('going')
  })

  test('an expired offer goes to the next as soon as anyone answers', () => {
    const simulation = withOffer()
    simulation.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
    simulation.respond('dan', 'maybe')
    expect(simulation.rsvpOf('ben')).toMatchObject({ state: 'declined', lapsed: true })
    expect(simulation.stateOf('cleo')).toBe('offered')
  })

  test('an offer can be claimed a moment late, because clocks of replicas differ', () => {
    const simulation = withOffer()
    simulation.advance(OFFER_LIFETIME + 1_000)
    expect(simulation.respond('ben', 'going')).toMatchObject({ state: 'going' })
  })

  test('a member whose offer expired can ask again and goes last', () => {
    const simulation = withOffer()
    simulation.advance(OFFER_LIFETIME + OFFER_GRACE + 1)
    expect(simulation.respond('ben', 'going')).toMatchObject({ state: 'waitlisted', ticket: 4 })
    expect(simulation.rsvpOf('ben')).not.toHaveProperty('lapsed')
  })

  test('an offer expires at the start of the event', () => {
    const simulation = withOffer()
    simulation.advance(19.5 * HOUR)
    simulation.reconcile()
    expect(simulation.rsvpOf('cleo')).toMatchObject({ state: 'offered', offerUntil: late.startsAt })
    simulation.advance(HOUR)
    simulation.reconcile()
    expect(simulation.inState('offered')).toEqual([])
  })
})

describe('after the RSVP deadline', () => {
  const closed = () => {
    const simulation = createSeatSimulation(
      seatRules({ capacity: 2, guestsMax: 1, rsvpDeadline: isoInstant(NOW + HOUR) }),
    )
    simulation.respond('ada', 'going', 1)
    simulation.respond('ben', 'going')
    simulation.advance(2 * HOUR)
    return simulation
  }

  test.for(['going', 'maybe'] as const)('a new answer of %s is refused', (state) => {
    const simulation = closed()
    expect(() => simulation.respond('cleo', state)).toThrow(expect.objectContaining({ code: 'rsvp_closed' }))
    expect(simulation.members()).toEqual(['ada', 'ben'])
  })

  test('a member can remove a guest, and the waitlist moves up', () => {
    const simulation = closed()
    simulation.respond('ada', 'going', 0)
    expect([simulation.stateOf('ben'), simulation.seats.going]).toEqual(['going', 2])
  })

  test('a member can decline until the event ends', () => {
    const simulation = closed()
    simulation.advance(47 * HOUR)
    simulation.respond('ada', 'declined')
    expect([simulation.stateOf('ada'), simulation.stateOf('ben')]).toEqual(['declined', 'waitlisted'])
    simulation.advance(HOUR)
    expect(() => simulation.respond('ben', 'declined')).toThrow(
      expect.objectContaining({ code: 'event_over' }),
    )
  })
})

test.for(['cancelled', 'completed'] as const)('answers to a %s event are refused', (status) => {
  const simulation = createSeatSimulation(seatRules({ status }))
  expect(() => simulation.respond('ada', 'going')).toThrow(Failure)
  expect(simulation.members()).toEqual([])
})
