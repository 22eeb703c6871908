import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  oneof,
  record,
} from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { OFFER_LIFETIME } from '#shared/event-rules.ts'
import type { Answer } from '#shared/events.ts'
import { recordArrivals } from '#server/features/check-in/arrivals.ts'
import type { Store } from '#server/store/port.ts'
import { type EventFixture, openEventFixture, person } from '#server/testing/event-fixture.ts'

import { createRosterAnswers } from './roster-answers.ts'
import { OFFER_GRACE } from './seats.ts'
import type { RosterAnswer } from './types.ts'

// Hundreds of durable transactions, on a machine that runs other tests too.
vi.setConfig({ testTimeout: 60_000 })

/** The greatest difference between clocks of two replicas, and between a write and its commit. Milliseconds. */
const MAX_SKEW = 60_000

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

function track(from: { store: Pick<Store, 'find'>; clock: () => number } = fixture) {
  const answers = new Map<string, RosterAnswer>()
  const synced = createRosterAnswers(from).trackRoster('event', (answer) => {
    answers.set(answer.member, answer)
  })
  return { answers, synced }
}
const stored = async () => {
  const all = await createRosterAnswers(fixture).rosterAnswers('event')
  return new Map(all.map((answer) => [answer.member, answer]))
}
const checkIn = ({ rsvps: answers }: Pick<EventFixture, 'rsvps'>, member: string, at: string) =>
  answers.updateCheckIns('event', [member], (found) =>
    recordArrivals(found, [{ memberId: member, at }], 'organiser'),
  )
const undoCheckIn = ({ rsvps: answers }: Pick<EventFixture, 'rsvps'>, member: string) =>
  answers.updateCheckIns('event', [member], (found) => ({
    changed: new Map(found.get(member)?.checkedInAt ? [[member, null]] : []),
    result: undefined,
  }))
const answer = (name: string, state: Answer['state'] = 'going') =>
  fixture.rsvps.answer(person(name), 'event', { state, guests: 0 })

const who = constantFrom('ada', 'ben', 'cleo', 'dan')
const steps = array(
  oneof(
    {
      weight: 6,
      arbitrary: record({ who, state: constantFrom<Answer['state'][]>('going', 'declined', 'maybe') }),
    },
    { weight: 2, arbitrary: record({ checksIn: who }) },
    { weight: 1, arbitrary: record({ undoes: who }) },
    {
      weight: 2,
      arbitrary: record({ pass: constantFrom(500, 2 * MAX_SKEW, OFFER_LIFETIME + 2 * OFFER_GRACE) }),
    },
    { weight: 1, arbitrary: constantFrom('expire offers' as const, 'cancel' as const) },
  ),
  { minLength: 5, maxLength: 20, size: 'max' },
)
type Step = typeof steps extends Arbitrary<(infer S)[]> ? S : never

async function perform(on: Pick<EventFixture, 'rsvps' | 'events'>, step: Step) {
  if (step === 'expire offers') return on.rsvps.expireOffers()
  if (step === 'cancel')
    return on.events.cancel(person('organiser', 'organiser'), 'event', 'The hall burnt down')
  if ('pass' in step) return fixture.advance(step.pass)
  if ('checksIn' in step) return checkIn(on, step.checksIn, fixture.inHours(0))
  if ('undoes' in step) return undoCheckIn(on, step.undoes)
  return on.rsvps.answer(person(step.who), 'event', { ...step, guests: 0 })
}

test('a tracked roster equals the stored one, whichever replica writes and whatever its clock says', async () => {
  await assert(
    asyncProperty(steps, integer({ min: -MAX_SKEW, max: MAX_SKEW }), async (sequence, skew) => {
      await fixture.close()
      fixture = openEventFixture()
      await fixture.put({ id: 'event', capacity: 2, startsAt: fixture.inHours(20) })
      const other = fixture.replica(() => fixture.clock() + skew)
      const { answers, synced } = track()
      for (const [at, step] of sequence.entries()) {
        // A refused step changes nothing.
        await perform(at % 2 === 0 ? fixture : other, step).catch(() => {})
        await synced()
        expect(answers).toEqual(await stored())
      }
    }),
    { numRuns: 40 },
  )
})

test('a tracked roster leaves out answers to other events', async () => {
  for (const id of ['event', 'other']) await fixture.put({ id })
  await answer('ada')
  await fixture.rsvps.answer(person('ben'), 'other', { state: 'going', guests: 0 })
  const { answers, synced } = track()
  await synced()
  await fixture.rsvps.answer(person('cleo'), 'other', { state: 'going', guests: 0 })
  await synced()
  expect([...answers.keys()]).toEqual(['ada'])
})

test('a call made while another is running reflects every commit before it', async () => {
  await fixture.put({ id: 'event' })
  let later: Promise<void> | undefined
  const { answers, synced } = track({
    ...fixture,
    store: {
      ...fixture.store,
      async find(collection, query) {
        const page = await fixture.store.find(collection, query)
        if (later) return page
        await answer('ada')
        later = synced()
        return page
      },
    },
  })
  await synced()
  expect([...answers.keys()]).toEqual([])
  await later
  expect([...answers.keys()]).toEqual(['ada'])
})
