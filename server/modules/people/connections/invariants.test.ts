import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'

import type { Relationship } from '#shared/people/connections.ts'
import { DAY } from '#shared/lib/durations.ts'
import type { Actor } from '#server/modules/actor.ts'
import { createConnectionFixture } from '#server/testing/fixtures/connection-fixture.ts'
import { openMemoryStore } from '#server/testing/memory-store.ts'
import { onFirestore, storedRuns } from '#server/testing/temporary-store.ts'
import { partOf } from '#server/tools/part-of.ts'

import { connectionIdOf } from './connection-state.ts'

// Generous for a machine that runs other tests too.
vi.setConfig({ testTimeout: 60_000 })

const HIDDEN_FROM_OTHER = ['decline', 'undo', 'block', 'unblock'] as const
const COMMANDS = ['sendRequest', 'accept', 'withdraw', 'remove', ...HIDDEN_FROM_OTHER] as const
type Command = (typeof COMMANDS)[number]
type Who = 'one' | 'other'
type Step = { who: Who; command: Command | 'getSuspended' } | { advance: number }
type Fixture = ReturnType<typeof createConnectionFixture>

const ID = connectionIdOf('one', 'other')
const otherThan = (who: Who): Who => (who === 'one' ? 'other' : 'one')

const advancing = fc.record({ advance: fc.constantFrom(1_000, 70_000, DAY, 20 * DAY, 40 * DAY, 91 * DAY) })
const stepOf = (commands: readonly Command[], ...who: Who[]) =>
  fc.record({ who: fc.constantFrom(...who), command: fc.constantFrom(...commands) })
const steps = (...kinds: fc.Arbitrary<Step>[]) => fc.array(fc.oneof(...kinds), { maxLength: 14, size: 'max' })
const ofAnyone = stepOf(COMMANDS, 'one', 'other')

async function perform(fixture: Fixture, { who, command }: Exclude<Step, { advance: number }>) {
  const other = otherThan(who)
  try {
    if (command === 'getSuspended') return await fixture.suspend(who)
    if (command === 'sendRequest')
      return await fixture.sendRequest(who, { memberId: other, note: `Hello at ${fixture.now()}` })
    if (command === 'block' || command === 'unblock') return await fixture[command](who, other)
    return await fixture[command](who, ID)
  } catch (error) {
    return codeOf(error)
  }
}

const codeOf = (error: unknown) => (error as { code: string }).code

async function run(fixture: Fixture, step: Step) {
  if ('advance' in step) fixture.advance(step.advance)
  else return perform(fixture, step)
}

const views = async (fixture: Fixture) => ({
  one: await fixture.relationshipWith('one', 'other'),
  other: await fixture.relationshipWith('other', 'one'),
})

const inMemory = {
  store: 'in memory',
  open: () => createConnectionFixture(openMemoryStore()),
  runs: (count: number) => count,
}
const inStore = {
  store: 'in a real store',
  open: () => createConnectionFixture(),
  runs: (count: number) => storedRuns(Math.ceil(count / 7)),
}

// The memory store behaves the same in the tests on Firestore.
describe.for(onFirestore ? [inStore] : [inMemory, inStore])('whatever two members do, $store', (kind) => {
  const { open } = kind
  const runs = (count: number) => ({ numRuns: kind.runs(count) })

  /** Every run has its own store and clock. */
  async function withFixture<T>(work: (fixture: Fixture) => Promise<T>) {
    const fixture = open()
    try {
      return await work(fixture)
    } finally {
      await fixture.close()
    }
  }

  async function details(fixture: Fixture) {
    const connection = await fixture.visibleConnection('one', ID)
    return [connection, await fixture.peopleOf(partOf<Actor>({ id: 'one' }), connection)]
  }

  /** Everything that `one` sees, step by step. */
  const transcript = (sequence: readonly Step[]) =>
    withFixture(async (fixture) => {
      const seen: unknown[] = []
      for (const step of sequence) {
        const response = await run(fixture, step)
        const shown = 'who' in step && step.who === 'other' ? undefined : response
        const lists = await Promise.all(Object.values(LISTS).map((list) => fixture.list('one', { list })))
        seen.push(shown, await fixture.relationshipWith('one', 'other'), lists, await fixture.counts('one'))
        seen.push(await details(fixture).catch(codeOf))
      }
      return JSON.parse(JSON.stringify(seen)) as unknown
    })

  test('the views, lists and counts of two members agree, and no one is connected against their will', async () => {
    await fc.assert(
      fc.asyncProperty(steps(advancing, ofAnyone, ofAnyone, ofAnyone), (sequence) =>
        withFixture(async (fixture) => {
          const violations: unknown[] = []
          for (const step of sequence) {
            const before = await views(fixture)
            await run(fixture, step)
            const after = await views(fixture)
            violations.push(...contradictions(after), ...imposed(step, before, after))
            violations.push(...(await mislisted(fixture, 'one', after.one)))
            violations.push(...(await mislisted(fixture, 'other', after.other)))
          }
          expect(violations).toEqual([])
        }),
      ),
      runs(50),
    )
  })

  test('a requester cannot tell a decline or a block from no response', async () => {
    const ofRequester = stepOf(['sendRequest', 'accept', 'decline', 'withdraw', 'remove', 'undo'], 'one')
    const hidden = stepOf(HIDDEN_FROM_OTHER, 'other')
    await fc.assert(
      fc.asyncProperty(steps(advancing, ofRequester, ofRequester, hidden, hidden), async (sequence) => {
        const silence = sequence.map((step) =>
          'who' in step && step.who === 'other' ? { advance: 0 } : step,
        )
        expect(await transcript(sequence)).toEqual(await transcript(silence))
      }),
      runs(50),
    )
  })

  test('a member cannot tell the suspension of another from a block', async () => {
    const before = steps(advancing, ofAnyone, ofAnyone)
    const ofOne = stepOf(COMMANDS, 'one')
    const after = steps(advancing, ofOne, ofOne)
    await fc.assert(
      fc.asyncProperty(before, after, async (first, then) => {
        const blocked = await transcript([...first, { who: 'other', command: 'block' }, ...then])
        const suspended = await transcript([...first, { who: 'other', command: 'getSuspended' }, ...then])
        expect(suspended).toEqual(blocked)
      }),
      runs(50),
    )
  })

  test('a repeated command changes nothing and returns the same', async () => {
    await fc.assert(
      fc.asyncProperty(steps(advancing, ofAnyone, ofAnyone, ofAnyone), ofAnyone, (sequence, last) =>
        withFixture(async (fixture) => {
          for (const step of sequence) await run(fixture, step)
          const first = await perform(fixture, last)
          const between = await views(fixture)
          expect(await perform(fixture, last)).toEqual(first)
          expect(await views(fixture)).toEqual(between)
        }),
      ),
      runs(50),
    )
  })
})

function contradictions({ one, other }: Record<Who, Relationship>) {
  const agree = (mine: Relationship, theirs: Relationship) => {
    if (mine.state === 'connected') return theirs.state === 'connected'
    if (mine.state === 'requestReceived') return theirs.state === 'requestSent' && theirs.note === mine.note
    if (mine.state === 'blockedByMe') return /none|requestSent|blockedByMe/.test(theirs.state)
    return mine.state !== 'requestSent' || theirs.state !== 'requestSent'
  }
  return agree(one, other) && agree(other, one) ? [] : [{ contradiction: [one, other] }]
}

/** Connections to which one of the two did not agree, other than by an undone removal. */
function imposed(step: Step, before: Record<Who, Relationship>, after: Record<Who, Relationship>) {
  if (before.one.state === 'connected' || after.one.state !== 'connected') return []
  if ('advance' in step) return [{ imposed: 'by time' }]
  const theirs = before[otherThan(step.who)].state
  const wanted = { sendRequest: 'requestSent', accept: 'requestSent', undo: 'none' }[step.command as string]
  return theirs === wanted ? [] : [{ imposed: step, theirs }]
}

const LISTS = { connected: 'accepted', requestReceived: 'received', requestSent: 'sent' } as const

/** Lists and counts that contradict the relationship. */
async function mislisted(fixture: Fixture, viewer: Who, relationship: Relationship) {
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
