import { isDeepStrictEqual } from 'node:util'

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { Relationship } from '#shared/connections.ts'
import type { Actor } from '#server/features/session/types.ts'
import { createConnectionFixture } from '#server/testing/connection-fixture.ts'

import { connectionIdOf } from './connection-state.ts'

// Each run is a score of transactions on disk, on a machine that runs other tests too.
vi.setConfig({ testTimeout: 120_000 })

const DAY = 24 * 60 * 60 * 1_000
const SILENT = ['decline', 'undo', 'block', 'unblock'] as const
const VERBS = ['ask', 'accept', 'withdraw', 'remove', ...SILENT] as const
type Verb = (typeof VERBS)[number]
type Who = 'one' | 'other'
/** To `leave` is to be suspended. */
type Step = { who: Who; verb: Verb | 'leave' } | { pass: number }

const passing = fc.record({ pass: fc.constantFrom(1_000, 70_000, DAY, 20 * DAY, 40 * DAY, 91 * DAY) })
const stepOf = (verbs: readonly Verb[], ...who: Who[]) =>
  fc.record({ who: fc.constantFrom(...who), verb: fc.constantFrom(...verbs) })
const steps = (...kinds: fc.Arbitrary<Step>[]) => fc.array(fc.oneof(...kinds), { maxLength: 14, size: 'max' })

let fixture: ReturnType<typeof createConnectionFixture>
beforeAll(() => {
  fixture = createConnectionFixture()
})
afterAll(() => fixture.close())

let pairs = 0
/** Two people who have never met. */
const strangers = (): Record<Who, string> => ({ one: `one-${(pairs += 1)}`, other: `other-${pairs}` })

async function doing(pair: Record<Who, string>, { who, verb }: Exclude<Step, { pass: number }>) {
  const [actor, target] = who === 'one' ? [pair.one, pair.other] : [pair.other, pair.one]
  try {
    if (verb === 'leave') return void fixture.inactive.add(actor)
    if (verb === 'ask') return await fixture.sendRequest(actor, { memberId: target, note: 'Hello' })
    if (verb === 'block' || verb === 'unblock') return await fixture[verb](actor, target)
    return await fixture[verb](actor, connectionIdOf(actor, target))
  } catch (error) {
    return codeOf(error)
  }
}

const codeOf = (error: unknown) => (error as { code: string }).code

async function run(pair: Record<Who, string>, step: Step) {
  if ('pass' in step) fixture.advance(step.pass)
  else return doing(pair, step)
}

const views = async ({ one, other }: Record<Who, string>) => ({
  one: await fixture.relationship(one, other),
  other: await fixture.relationship(other, one),
})

test('whatever two people do, what they see of each other fits together', async () => {
  const anyone = stepOf(VERBS, 'one', 'other')
  await fc.assert(
    fc.asyncProperty(steps(passing, anyone, anyone, anyone), async (sequence) => {
      const pair = strangers()
      const faults: unknown[] = []
      for (const step of sequence) {
        const before = await views(pair)
        await run(pair, step)
        const after = await views(pair)
        faults.push(...misfits(after), ...imposed(step, before, after))
        faults.push(...(await mislisted(pair.one, after.one)), ...(await mislisted(pair.other, after.other)))
      }
      expect(faults).toEqual([])
    }),
    { numRuns: 150 },
  )
})

function misfits({ one, other }: Record<Who, Relationship>) {
  const fits = (mine: Relationship, theirs: Relationship) => {
    if (mine.state === 'connected') return theirs.state === 'connected'
    if (mine.state === 'requestReceived') return theirs.state === 'requestSent' && theirs.note === mine.note
    if (mine.state === 'blockedByMe') return /none|requestSent|blockedByMe/.test(theirs.state)
    return mine.state !== 'requestSent' || theirs.state !== 'requestSent'
  }
  return fits(one, other) && fits(other, one) ? [] : [{ misfit: [one, other] }]
}

/** Nobody is connected who does not want it at that moment, but where a removal is taken back. */
function imposed(step: Step, before: Record<Who, Relationship>, after: Record<Who, Relationship>) {
  if (before.one.state === 'connected' || after.one.state !== 'connected') return []
  if ('pass' in step) return [{ imposed: 'by time' }]
  const theirs = before[step.who === 'one' ? 'other' : 'one'].state
  const wanted = { ask: 'requestSent', accept: 'requestSent', undo: 'none' }[step.verb as string]
  return theirs === wanted ? [] : [{ imposed: step, theirs }]
}

const LISTS = { connected: 'accepted', requestReceived: 'received', requestSent: 'sent' } as const

/** Lists and counts say what the view of the one other person says. */
async function mislisted(viewer: string, relationship: Relationship) {
  const listed = await Promise.all(
    Object.values(LISTS).map(async (list) => [list, (await fixture.list(viewer, { list })).items] as const),
  )
  const expected = Object.entries(LISTS).map(([state, list]) => {
    const member = { id: relationship.memberId, displayName: relationship.memberId }
    return [
      list,
      state === relationship.state ? [{ id: relationship.connectionId, member, relationship }] : [],
    ] as const
  })
  const counts = Object.fromEntries(expected.map(([list, items]) => [list, items.length]))
  const right = isDeepStrictEqual(listed, expected) && isDeepStrictEqual(await fixture.counts(viewer), counts)
  return right ? [] : [{ mislisted: listed, relationship }]
}

test('who asks cannot tell a decline or a block from silence, whatever they try', async () => {
  const asker = stepOf(['ask', 'accept', 'decline', 'withdraw', 'remove', 'undo'], 'one')
  const silent = stepOf(SILENT, 'other')
  await fc.assert(
    fc.asyncProperty(steps(passing, asker, asker, silent, silent), async (sequence) => {
      const meant = await transcript(sequence)
      const met = await transcript(
        sequence.map((step) => ('who' in step && step.who === 'other' ? { pass: 0 } : step)),
      )
      expect(meant).toEqual(met)
    }),
    { numRuns: 150 },
  )
})

test('who comes upon someone suspended cannot tell it from a block, whatever they try', async () => {
  const anyone = stepOf(VERBS, 'one', 'other')
  const alone = stepOf(VERBS, 'one')
  await fc.assert(
    fc.asyncProperty(steps(passing, anyone, anyone), steps(passing, alone, alone), async (before, after) => {
      const blocked = await transcript([...before, { who: 'other', verb: 'block' }, ...after])
      const suspended = await transcript([...before, { who: 'other', verb: 'leave' }, ...after])
      expect(suspended).toEqual(blocked)
    }),
    { numRuns: 300 },
  )
})

/** All that `one` gets to see, step by step. */
async function transcript(sequence: readonly Step[]) {
  const pair = strangers()
  const start = fixture.now()
  const seen: unknown[] = []
  for (const step of sequence) {
    const answer = await run(pair, step)
    const shown = 'who' in step && step.who === 'other' ? undefined : answer
    const lists = await Promise.all(Object.values(LISTS).map((list) => fixture.list(pair.one, { list })))
    seen.push(shown, await fixture.relationship(pair.one, pair.other), lists, await fixture.counts(pair.one))
    seen.push(
      await fixture.details({ id: pair.one } as Actor, connectionIdOf(pair.one, pair.other)).catch(codeOf),
    )
  }
  return comparable(seen, pair, start)
}

/** Of different people and at another time, but the same. */
function comparable(seen: unknown, pair: Record<Who, string>, start: number): unknown {
  const since = (instant: string) => `start + ${Date.parse(instant) - start}`
  return JSON.parse(
    JSON.stringify(seen)
      .replaceAll(pair.other, 'other')
      .replaceAll(pair.one, 'one')
      .replaceAll(connectionIdOf(pair.one, pair.other), 'connection')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, since),
  )
}

test('an act that is sent twice is done once', async () => {
  const anyone = stepOf(VERBS, 'one', 'other')
  await fc.assert(
    fc.asyncProperty(steps(passing, anyone, anyone, anyone), anyone, async (sequence, last) => {
      const pair = strangers()
      for (const step of sequence) await run(pair, step)
      const first = await doing(pair, last)
      const between = await views(pair)
      expect(await doing(pair, last)).toEqual(first)
      expect(await views(pair)).toEqual(between)
    }),
    { numRuns: 150 },
  )
})
