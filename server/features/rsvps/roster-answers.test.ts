import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
import { Type } from 'typebox'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { OFFER_LIFETIME } from '#shared/event-rules.ts'
import type { Answer } from '#shared/events.ts'
import { recordArrivals } from '#server/features/check-in/arrivals.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { RosterAnswer } from './types.ts'
import { type AnyCollection, defineCollection, type Store } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'
import { eventDocument } from '#server/testing/events.ts'
import { type EventFixture, openEventFixture, person } from '#server/testing/event-fixture.ts'

import { rsvps } from './collection.ts'
import { createRosterAnswers } from './roster-answers.ts'
import { OFFER_GRACE, unanswered } from './seats.ts'

// Hundreds of durable transactions, on a machine that runs other tests too.
vi.setConfig({ testTimeout: 60_000 })

/** How far apart two servers' clocks may be, and a write from its commit. */
const APART = 60_000

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

function follow(from: { store: Pick<Store, 'find'>; clock: () => number } = fixture) {
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
      arbitrary: record({ pass: constantFrom(500, 2 * APART, OFFER_LIFETIME + 2 * OFFER_GRACE) }),
    },
    { weight: 1, arbitrary: constantFrom('sweep' as const, 'cancel' as const) },
  ),
  { minLength: 5, maxLength: 20, size: 'max' },
)
type Step = typeof steps extends Arbitrary<(infer S)[]> ? S : never

async function take(on: Pick<EventFixture, 'rsvps' | 'events'>, step: Step) {
  if (step === 'sweep') return on.rsvps.expireOffers()
  if (step === 'cancel')
    return on.events.cancel(person('organiser', 'organiser'), 'event', 'The hall burnt down')
  if ('pass' in step) return fixture.advance(step.pass)
  if ('checksIn' in step) return checkIn(on, step.checksIn, fixture.inHours(0))
  if ('undoes' in step) return undoCheckIn(on, step.undoes)
  return on.rsvps.answer(person(step.who), 'event', { ...step, guests: 0 })
}

test('who follows a roster knows what the store has, whoever writes and whatever their clock says', async () => {
  await assert(
    asyncProperty(steps, integer({ min: -APART, max: APART }), async (sequence, skew) => {
      await fixture.close()
      fixture = openEventFixture()
      await fixture.put({ id: 'event', capacity: 2, startsAt: fixture.inHours(20) })
      const other = fixture.replica(() => fixture.clock() + skew)
      const { answers, synced } = follow()
      for (const [at, step] of sequence.entries()) {
        // What is refused changes nothing.
        await take(at % 2 === 0 ? fixture : other, step).catch(() => {})
        await synced()
        expect(answers).toEqual(await stored())
      }
    }),
    { numRuns: 40 },
  )
})

test('who follows one roster hears nothing of another', async () => {
  for (const id of ['event', 'other']) await fixture.put({ id })
  await answer('ada')
  await fixture.rsvps.answer(person('ben'), 'other', { state: 'going', guests: 0 })
  const { answers, synced } = follow()
  await synced()
  await fixture.rsvps.answer(person('cleo'), 'other', { state: 'going', guests: 0 })
  await synced()
  expect([...answers.keys()]).toEqual(['ada'])
})

test('an answer that an earlier release stored, without a time of change, is there', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'answers-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const openWith = (collection: AnyCollection) => {
    const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [collection] })
    onTestFinished(() => store.close())
    return store
  }
  const { changedAt: _, ...properties } = rsvps.schema.properties
  const earlier = defineCollection({ name: 'rsvps', schema: Type.Object(properties), schemaVersion: 1 })
  const { changedAt: _at, ...ada } = unanswered(joinedId('event', 'ada'), eventDocument('event'), 'ada')
  await openWith(earlier).transact(async (tx) => tx.put(earlier, { ...ada, answeredAt: fixture.inHours(-9) }))
  const { answers, synced } = follow({ ...fixture, store: openWith(rsvps) })
  await synced()
  expect([...answers.keys()]).toEqual(['ada'])
})

test('who asks while an earlier call is under way sees what was committed before they asked', async () => {
  await fixture.put({ id: 'event' })
  let later: Promise<void> | undefined
  const { answers, synced } = follow({
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
