import { describe, expect, test } from 'vitest'

import { OFFER_LIFETIME } from '#shared/event-rules.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import { createHall, rulesOf, SEATS_NOW as NOW } from '#server/testing/seats.ts'

import { OFFER_GRACE } from './seats.ts'

const HOUR = 60 * 60 * 1_000

describe('a seat', () => {
  test('goes to whoever asks while there are any, guests included; then people wait', () => {
    const hall = createHall(rulesOf())
    hall.answer('ada', 'going', 1)
    hall.answer('ben', 'going', 1)
    expect([hall.stateOf('ada'), hall.stateOf('ben')]).toEqual(['going', 'waitlisted'])
    expect(hall.seats).toMatchObject({ going: 2, waiting: 1 })
  })

  test('that is free is not for a newcomer while someone with guests waits for more', () => {
    const hall = createHall(rulesOf())
    hall.answer('ada', 'going', 1)
    hall.answer('ben', 'going', 1)
    expect(hall.answer('cleo', 'going')).toMatchObject({ state: 'waitlisted' })
    hall.answer('ada', 'going', 0)
    expect([hall.stateOf('ben'), hall.stateOf('cleo')]).toEqual(['going', 'waitlisted'])
  })

  test('for one more guest is refused while someone waits, and the own one is kept', () => {
    const hall = createHall(rulesOf({ capacity: 3 }))
    hall.answer('ada', 'going', 0)
    hall.answer('ben', 'going', 0)
    hall.answer('cleo', 'going', 1)
    expect(() => hall.answer('ada', 'going', 1)).toThrow(expect.objectContaining({ code: 'no_seats' }))
    expect(hall.of('ada')).toMatchObject({ state: 'going', guests: 0 })
  })

  test('freed by someone who is unsure goes to the head of the waitlist', () => {
    const hall = createHall(rulesOf({ capacity: 1, guestsMax: 0 }))
    hall.answer('ada', 'going')
    hall.answer('ben', 'going')
    hall.answer('ada', 'maybe')
    expect([hall.stateOf('ada'), hall.stateOf('ben')]).toEqual(['maybe', 'going'])
  })

  test('given up is not kept warm: who comes back is last', () => {
    const hall = createHall(rulesOf({ capacity: 1, guestsMax: 0 }))
    for (const name of ['ada', 'ben', 'cleo']) hall.answer(name, 'going')
    hall.answer('ben', 'declined')
    hall.answer('ben', 'going')
    expect(hall.queue().map(({ member }) => member)).toEqual(['cleo', 'ben'])
  })

  test('there are never for a party larger than the hall', () => {
    const hall = createHall(rulesOf({ capacity: 2 }))
    expect(() => hall.answer('ada', 'going', 2)).toThrow(expect.objectContaining({ code: 'no_seats' }))
  })
})

describe('within a day of the start', () => {
  const late = rulesOf({ capacity: 1, guestsMax: 0, startsAt: isoInstant(NOW + 20 * HOUR) })
  const withOffer = () => {
    const hall = createHall(late)
    for (const name of ['ada', 'ben', 'cleo']) hall.answer(name, 'going')
    hall.answer('ada', 'declined')
    return hall
  }

  test('a freed seat is held for the next, for a while', () => {
    expect(withOffer().of('ben')).toMatchObject({
      state: 'offered',
      offerUntil: isoInstant(NOW + OFFER_LIFETIME),
    })
  })

  test('who waits for more than there is and asks for less goes, and is not asked again', () => {
    const hall = createHall(rulesOf({ capacity: 2, guestsMax: 1, startsAt: late.startsAt }))
    hall.answer('ada', 'going')
    hall.answer('ben', 'going', 1)
    expect(hall.answer('ben', 'going', 0)).toMatchObject({ state: 'going', guests: 0 })
    expect(hall.of('ben')).not.toHaveProperty('offerUntil')
  })

  test('an offer taken is a seat, an offer declined goes to the next', () => {
    const hall = withOffer()
    hall.answer('ben', 'declined')
    expect(hall.stateOf('cleo')).toBe('offered')
    expect(hall.answer('cleo', 'going')).not.toHaveProperty('offerUntil')
    expect(hall.stateOf('cleo')).toBe('going')
  })

  test('an offer that runs out goes to the next, whoever touches the event', () => {
    const hall = withOffer()
    hall.pass(OFFER_LIFETIME + OFFER_GRACE + 1)
    hall.answer('dan', 'maybe')
    expect(hall.of('ben')).toMatchObject({ state: 'declined', lapsed: true })
    expect(hall.stateOf('cleo')).toBe('offered')
  })

  test('an offer still counts a moment late: the clocks of two servers differ', () => {
    const hall = withOffer()
    hall.pass(OFFER_LIFETIME + 1_000)
    expect(hall.answer('ben', 'going')).toMatchObject({ state: 'going' })
  })

  test('who let an offer run out may ask again, and is last', () => {
    const hall = withOffer()
    hall.pass(OFFER_LIFETIME + OFFER_GRACE + 1)
    expect(hall.answer('ben', 'going')).toMatchObject({ state: 'waitlisted', ticket: 4 })
    expect(hall.of('ben')).not.toHaveProperty('lapsed')
  })

  test('an offer ends at the start', () => {
    const hall = withOffer()
    hall.pass(19.5 * HOUR)
    hall.touch()
    expect(hall.of('cleo')).toMatchObject({ state: 'offered', offerUntil: late.startsAt })
    hall.pass(HOUR)
    hall.touch()
    expect(hall.inState('offered')).toEqual([])
  })
})

describe('after the deadline', () => {
  const closed = () => {
    const hall = createHall(rulesOf({ capacity: 2, guestsMax: 1, rsvpDeadline: isoInstant(NOW + HOUR) }))
    hall.answer('ada', 'going', 1)
    hall.answer('ben', 'going')
    hall.pass(2 * HOUR)
    return hall
  }

  test.for(['going', 'maybe'] as const)('nobody can newly say %s', (state) => {
    const hall = closed()
    expect(() => hall.answer('cleo', state)).toThrow(expect.objectContaining({ code: 'rsvp_closed' }))
    expect(hall.members()).toEqual(['ada', 'ben'])
  })

  test('a guest less frees a seat, and the waitlist moves up', () => {
    const hall = closed()
    hall.answer('ada', 'going', 0)
    expect([hall.stateOf('ben'), hall.seats.going]).toEqual(['going', 2])
  })

  test('declining is possible until the end, and no longer', () => {
    const hall = closed()
    hall.pass(47 * HOUR)
    hall.answer('ada', 'declined')
    expect([hall.stateOf('ada'), hall.stateOf('ben')]).toEqual(['declined', 'waitlisted'])
    hall.pass(HOUR)
    expect(() => hall.answer('ben', 'declined')).toThrow(expect.objectContaining({ code: 'event_over' }))
  })
})

test.for(['cancelled', 'completed'] as const)('nobody answers to what was %s', (status) => {
  const hall = createHall(rulesOf({ status }))
  expect(() => hall.answer('ada', 'going')).toThrow(Failure)
  expect(hall.members()).toEqual([])
})
