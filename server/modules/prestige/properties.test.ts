import {
  type Arbitrary,
  array,
  assert,
  asyncProperty,
  constant,
  constantFrom,
  integer,
  property,
  record,
  shuffledSubarray,
  subarray,
  tuple,
  uniqueArray,
  uuid,
} from 'fast-check'
import { expect, test } from 'vitest'

import { AWARD_KINDS, inMilliseconds, RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { openMemoryStore } from '#server/testing/memory-store.ts'
import { partOf } from '#server/tools/part-of.ts'

import { createAwards } from './awards.ts'
import { prestigeEntries } from './collection.ts'
import { type Evaluable, evaluate } from './evaluation.ts'
import { createSummaries, ofMember } from './summaries.ts'
import type { Award } from './types.ts'

const START = Date.parse('2026-03-02T12:00:00Z')
const { points, samePairDays, samePairShares, weeklyCap, validDays } = RULES_IN_FORCE
const MAX_POINTS = Math.max(...Object.values(points))
/** Maximum that one person can give another in a window of the same pair. */
const MAX_OF_ONE = samePairShares.reduce((total, share) => total + share * MAX_POINTS, 0)

const personalKind = constantFrom(...AWARD_KINDS.filter((kind) => !kind.startsWith('event')))
const aDay = integer({ min: 0, max: 400 })

const entryBy = (people: readonly string[], kind = constantFrom(...AWARD_KINDS)) =>
  record({ kind, day: aDay, confirmedBy: subarray([...people], { minLength: 1 }), key: uuid() }).map(
    ({ kind: of, day, confirmedBy, key }): Evaluable => {
      const at = START + inMilliseconds(day)
      return {
        id: key,
        kind: of,
        points: points[of],
        confirmedBy,
        at: isoInstant(at),
        expiresAt: isoInstant(at + inMilliseconds(validDays)),
      }
    },
  )
const ledgerBy = (people: readonly string[], kind?: typeof personalKind) =>
  uniqueArray(entryBy(people, kind), { selector: ({ id }) => id, maxLength: 60 })

const evaluateAt = (entries: readonly Evaluable[], day: number) =>
  evaluate(entries, RULES_IN_FORCE, START + inMilliseconds(day))

test('the result does not depend on the order of entries', () => {
  const people = ['ann', 'ben', 'cleo', 'dan', 'eve', 'finn']
  assert(
    property(
      ledgerBy(people).chain((all) => tuple(constant(all), shuffledSubarray(all, { minLength: all.length }))),
      aDay,
      ([all, shuffled], day) => {
        const one = evaluateAt(all, day)
        const other = evaluateAt(shuffled, day)
        expect({ ...other, counts: Object.fromEntries(other.counts) }).toEqual({
          ...one,
          counts: Object.fromEntries(one.counts),
        })
      },
    ),
  )
})

test('the points are the sum of the counted ones, and no week counts more than the cap', () => {
  assert(
    property(ledgerBy(['ann', 'ben', 'cleo', 'dan']), aDay, (all, day) => {
      const { points: total, counts } = evaluateAt(all, day)
      expect(total).toBe([...counts.values()].reduce((sum, { counted }) => sum + counted, 0))
      const weeks = Map.groupBy(all, ({ at }) =>
        Math.floor((Date.parse(at) - Date.parse('2026-03-02')) / inMilliseconds(7)),
      )
      for (const week of weeks.values()) {
        const sum = week.reduce((ofWeek, { id }) => ofWeek + counts.get(id)!.counted, 0)
        expect(sum).toBeLessThanOrEqual(weeklyCap)
      }
    }),
  )
})

test('one person’s confirmations count at most one and a half times the best one per window, and give no tier', () => {
  assert(
    property(ledgerBy(['friend'], personalKind), aDay, (all, day) => {
      const { points: total, tier, counts } = evaluateAt(all, day)
      expect(tier).toBe('Member')
      expect(total).toBeLessThanOrEqual(MAX_OF_ONE * Math.ceil(validDays / samePairDays + 1))
      for (const first of all) {
        const from = Date.parse(first.at)
        const inWindow = all.filter(({ at }) => {
          const since = Date.parse(at) - from
          return since >= 0 && since < inMilliseconds(samePairDays)
        })
        const sum = inWindow.reduce((ofWindow, { id }) => ofWindow + counts.get(id)!.counted, 0)
        expect(sum).toBeLessThanOrEqual(MAX_OF_ONE)
      }
    }),
  )
})

test('a ring of three that confirm only each other stays without a tier, whatever they confirm', () => {
  assert(
    property(ledgerBy(['ben', 'cleo']), aDay, (all, day) => {
      expect(evaluateAt(all, day).tier).toBe('Member')
    }),
  )
})

test('confirmations split between two accounts give no account more than Bronze', () => {
  assert(
    property(ledgerBy(['ann', 'ben', 'cleo', 'dan', 'eve', 'finn', 'gil']), aDay, (all, day) => {
      const halves = [all.filter((_, at) => at % 2 === 0), all.filter((_, at) => at % 2 === 1)]
      for (const half of halves) expect(['Member', 'Bronze']).toContain(evaluateAt(half, day).tier)
    }),
  )
})

test('time alone changes nothing before the predicted time', () => {
  assert(
    property(
      ledgerBy(['ann', 'ben', 'cleo', 'dan']),
      aDay,
      integer({ min: 0, max: 60 }),
      (all, day, later) => {
        const { changesAt, counts: _, ...before } = evaluateAt(all, day)
        const time = Math.min(
          START + inMilliseconds(day + later),
          changesAt === undefined ? Infinity : Date.parse(changesAt) - 1,
        )
        expect(evaluate(all, RULES_IN_FORCE, time)).toMatchObject(before)
      },
    ),
  )
})

interface Step {
  undo: boolean
  award: Award
}

const MEMBERS = ['ada', 'ben', 'cleo', 'dan']
const step: Arbitrary<Step> = record({
  undo: constant(false),
  award: record({
    kind: constantFrom(...AWARD_KINDS),
    member: constant('ada'),
    source: integer({ min: 1, max: 8 }).map((n) => `meeting:${n}`),
    confirmedBy: subarray(MEMBERS),
    at: aDay.map((day) => isoInstant(START + inMilliseconds(day))),
    subject: constant('Printers'),
  }),
})

/** Several replicas write the same facts, each in its order and with retries. */
async function ledgerAfter(steps: readonly Step[], { reading }: { reading: boolean }) {
  const store = openMemoryStore()
  const clock = () => START + inMilliseconds(500)
  let revisions = 0
  const awards = createAwards({ clock, newId: () => `revision-${(revisions += 1)}` })
  const operations = partOf<Operations>({ outbox: { notify: () => {} } })
  const people = partOf<People>({ members: { timeZonesOf: async () => new Map() } })
  const summaries = createSummaries({ store, clock, operations, people })
  for (const { undo, award } of steps) {
    await store.transact((tx) =>
      undo ? awards.voidAward(tx, { ...award, reason: 'undone' }) : awards.award(tx, award),
    )
    if (reading) await summaries.summaryOf('ada')
  }
  const { evaluated, countOf } = await summaries.summaryWithCounts('ada')
  const entries = await allOf(store, prestigeEntries, ofMember('ada'))
  return { evaluated, entries, counts: entries.map(({ id }) => countOf(id)?.counted ?? 0) }
}

test('retries, another order and concurrent readers lead to the same ledger', async () => {
  const runs = array(step, { maxLength: 12 }).chain((steps) =>
    tuple(constant(steps), shuffledSubarray([...steps, ...steps], { minLength: steps.length * 2 })),
  )
  await assert(
    asyncProperty(runs, async ([steps, repeated]) => {
      const once = await ledgerAfter(steps, { reading: false })
      expect(await ledgerAfter(repeated, { reading: true })).toEqual(once)
    }),
    { numRuns: 60 },
  )
})

test('no one earns from themselves', async () => {
  await assert(
    asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
      const own = steps.map((one) => ({ ...one, award: { ...one.award, confirmedBy: ['ada'] } }))
      expect((await ledgerAfter(own, { reading: false })).entries).toEqual([])
      const { entries } = await ledgerAfter(steps, { reading: false })
      expect(entries.flatMap(({ confirmedBy }) => confirmedBy)).not.toContain('ada')
    }),
    { numRuns: 40 },
  )
})
