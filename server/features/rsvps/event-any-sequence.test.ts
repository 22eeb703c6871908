import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  record,
} from 'fast-check'
import { expect, test, vi } from 'vitest'

import { OFFER_LIFETIME } from '#shared/event-rules.ts'
import type { Answer } from '#shared/events.ts'
import { events } from '#server/features/events/collection.ts'
import { Failure } from '#server/lib/failure.ts'
import { eventEdit, type EventFixture, openEventFixture, person } from '#server/testing/event-fixture.ts'
import {
  broken,
  inState,
  namesOf,
  type SeatState,
  wentPast,
  wronged,
} from '#server/testing/seat-invariants.ts'

import { eventSeats, rsvps } from './collection.ts'
import { hasRunOut, OFFER_GRACE } from './seats.ts'

// Thousands of durable transactions, on a machine that runs other tests too.
vi.setConfig({ testTimeout: 120_000 })

const HOUR = 60 * 60 * 1_000
const organiser = person('organiser', 'organiser')
const REFUSALS = ['rsvp_closed', 'no_seats', 'event_over', 'event_cancelled', 'not_started', 'invalid_input']

const answer = record({
  who: constantFrom('ada', 'ben', 'cleo', 'dan', 'eve', 'fay'),
  state: constantFrom<Answer['state'][]>('going', 'going', 'going', 'maybe', 'declined', 'declined'),
  guests: constantFrom(0, 0, 1, 2),
})
const edit = record({
  seats: option(integer({ min: 1, max: 7 }), { nil: undefined, freq: 9 }),
  guestsMax: integer({ min: 0, max: 2 }),
  /** Hours. */
  later: constantFrom(0, 0, 0, -1, -19, -25, 30),
  closes: option(constantFrom(0, 12, 30), { nil: undefined }),
})
const pass = record({ pass: constantFrom(1_000, HOUR, OFFER_LIFETIME + 2 * OFFER_GRACE, 5 * HOUR) })
const steps = array(
  oneof(
    { weight: 24, arbitrary: answer },
    { weight: 8, arbitrary: edit },
    { weight: 6, arbitrary: pass },
    { weight: 4, arbitrary: constant('sweep' as const) },
    { weight: 1, arbitrary: constantFrom('cancel' as const, 'complete' as const) },
  ),
  { minLength: 10, maxLength: 40, size: 'max' },
)
type Step = typeof steps extends Arbitrary<(infer S)[]> ? S : never

async function seatStateOf({ store, clock }: EventFixture): Promise<SeatState> {
  const query = { where: { event: 'event' }, orderBy: 'answeredAt', limit: 500 }
  const [event, seats, found] = await Promise.all([
    store.get(events, 'event'),
    store.get(eventSeats, 'event'),
    store.find(rsvps, query),
  ])
  return {
    now: clock(),
    event: event!,
    seats: seats ?? { id: 'event', going: 0, held: 0, waiting: 0, lastTicket: 0 },
    all: new Map(found.items.map((rsvp) => [rsvp.member, rsvp])),
  }
}

async function take(fixture: EventFixture, step: Step) {
  if (step === 'sweep') return fixture.rsvps.expireOffers()
  if (step === 'cancel') return fixture.events.cancel(organiser, 'event', 'The hall burnt down')
  if (step === 'complete') return fixture.events.complete(organiser, 'event')
  if ('pass' in step) return fixture.advance(step.pass)
  if ('who' in step) return fixture.rsvps.answer(person(step.who), 'event', step)
  const { version, startsAt: before } = (await fixture.store.get(events, 'event'))!
  const at = (hours: number) => new Date(Date.parse(before) + hours * HOUR).toISOString()
  const { seats: capacity, guestsMax, later, closes } = step
  const changed = eventEdit({
    startsAt: at(later),
    endsAt: at(later + 2),
    guestsMax,
    ...(capacity !== undefined && { capacity }),
    ...(closes !== undefined && { rsvpDeadline: at(later - closes) }),
  })
  return fixture.events.edit(organiser, 'event', version, changed)
}

/** What an answer that was taken may have come to. */
function misunderstood(before: SeatState, after: SeatState, step: Step) {
  if (typeof step === 'string' || !('who' in step)) return []
  const was = before.all.get(step.who)?.state ?? 'declined'
  const { state = 'declined', guests = 0 } = after.all.get(step.who) ?? {}
  const closes = before.event.rsvpDeadline ?? before.event.startsAt
  const isNew = was === 'declined' || was === 'maybe'
  return namesOf({
    'a yes became something else': step.state === 'going' && state !== 'going' && state !== 'waitlisted',
    'guests were miscounted': guests !== (step.state === 'going' ? step.guests : 0),
    'another answer was taken': step.state !== 'going' && state !== step.state,
    'someone joined after the end of answers':
      step.state === 'going' && isNew && before.now >= Date.parse(closes),
    'a newcomer went past those who wait': wentPast(before, after, step.who),
    'an offer stands that ran out': inState(after, 'offered').some((rsvp) => hasRunOut(rsvp, after.now)),
  })
}

/** @returns the faults of the step, and what it came to */
async function taken(fixture: EventFixture, step: Step, before: SeatState) {
  const outcome = await take(fixture, step).catch((error: unknown) => error)
  const after = await seatStateOf(fixture)
  const actor = typeof step === 'object' && 'who' in step ? step.who : undefined
  const faults = [...broken(after), ...wronged(before, after, actor)]
  if (!(outcome instanceof Error)) return [[...faults, ...misunderstood(before, after, step)], after] as const
  expect(after).toEqual(before)
  const isRefusal = outcome instanceof Failure && REFUSALS.includes(outcome.code)
  return [[...faults, ...(isRefusal ? [] : [String(outcome)])], after] as const
}

test('whatever people answer and organisers change, on a real store, no promise is broken', async () => {
  await assert(
    asyncProperty(
      steps,
      integer({ min: 1, max: 4 }),
      constantFrom(20, 26, 48),
      async (sequence, capacity, ahead) => {
        const fixture = openEventFixture()
        try {
          await fixture.put({ id: 'event', capacity, guestsMax: 2, startsAt: fixture.inHours(ahead) })
          let state = await seatStateOf(fixture)
          for (const step of sequence) {
            const [faults, after] = await taken(fixture, step, state)
            expect([step, faults]).toEqual([step, []])
            state = after
          }
        } finally {
          await fixture.close()
        }
      },
    ),
    { numRuns: 40 },
  )
})
