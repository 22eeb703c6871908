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
import type { RsvpEdit } from '#shared/events.ts'
import { recordArrivals } from '#server/features/check-in/arrivals.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import { type AnyCollection, defineCollection, type Store } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'
import { eventDocument } from '#server/testing/events.ts'
import { type EventFixture, openEventFixture, person } from '#server/testing/event-fixture.ts'
import { storedRuns } from '#server/testing/temporary-store.ts'

import { rsvps } from './collection.ts'
import { createRosterRsvps } from './roster-rsvps.ts'
import { newRsvp, OFFER_GRACE } from './seats.ts'
import type { RosterRsvp } from './types.ts'

// Hundreds of durable transactions, on a machine that runs other tests too.
vi.setConfig({ testTimeout: 120_000 })

/** The greatest difference between clocks of two replicas, and between a write and its commit. Milliseconds. */
const MAX_SKEW = 60_000

let fixture: EventFixture
beforeEach(() => {
  fixture = openEventFixture()
})
afterEach(() => fixture.close())

function track(from: { store: Pick<Store, 'find' | 'openFeed'>; clock: () => number } = fixture) {
  const answers = new Map<string, RosterRsvp>()
  const { sync } = createRosterRsvps(from).trackRoster('event', (answer) => {
    answers.set(answer.member, answer)
  })
  return { answers, sync }
}
const stored = async () => {
  const all = await createRosterRsvps(fixture).rosterRsvps('event')
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
const respond = (name: string, state: RsvpEdit['state'] = 'going') =>
  fixture.rsvps.respond(person(name), 'event', { state, guests: 0 })

const who = constantFrom('ada', 'ben', 'cleo', 'dan')
const steps = array(
  oneof(
    {
      weight: 6,
      arbitrary: record({ who, state: constantFrom<RsvpEdit['state'][]>('going', 'declined', 'maybe') }),
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
  return on.rsvps.respond(person(step.who), 'event', { ...step, guests: 0 })
}

test('a tracked roster equals the stored one, whichever replica writes and whatever its clock says', async () => {
  await assert(
    asyncProperty(steps, integer({ min: -MAX_SKEW, max: MAX_SKEW }), async (sequence, skew) => {
      await fixture.close()
      fixture = openEventFixture()
      await fixture.put({ id: 'event', capacity: 2, startsAt: fixture.inHours(20) })
      const other = fixture.replica(() => fixture.clock() + skew)
      const { answers, sync } = track()
      for (const [at, step] of sequence.entries()) {
        // A refused step changes nothing.
        await perform(at % 2 === 0 ? fixture : other, step).catch(() => {})
        await sync()
        expect(answers).toEqual(await stored())
      }
    }),
    { numRuns: storedRuns(40) },
  )
})

test('a tracked roster leaves out answers to other events', async () => {
  for (const id of ['event', 'other']) await fixture.put({ id })
  await respond('ada')
  await fixture.rsvps.respond(person('ben'), 'other', { state: 'going', guests: 0 })
  const { answers, sync } = track()
  await sync()
  await fixture.rsvps.respond(person('cleo'), 'other', { state: 'going', guests: 0 })
  await sync()
  expect([...answers.keys()]).toEqual(['ada'])
})

test('a tracked roster has RSVPs of version 1, which had no time of change', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'rsvps-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const openWith = (collection: AnyCollection) => {
    const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [collection] })
    onTestFinished(() => store.close())
    return store
  }
  const { changedAt: _, ...properties } = rsvps.schema.properties
  const version1 = defineCollection({ name: 'rsvps', schema: Type.Object(properties), schemaVersion: 1 })
  const { changedAt: _at, ...ada } = newRsvp(joinedId('event', 'ada'), eventDocument('event'), 'ada')
  await openWith(version1).transact(async (tx) =>
    tx.put(version1, { ...ada, answeredAt: fixture.inHours(-9) }),
  )
  const { answers, sync } = track({ ...fixture, store: openWith(rsvps) })
  await sync()
  expect([...answers.keys()]).toEqual(['ada'])
})
