import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  property,
  record,
  shuffledSubarray,
  tuple,
} from 'fast-check'
import { expect, test } from 'vitest'

import { match, type Matching, type Pair } from './match.ts'

const people = (count: number, newcomers: readonly number[] = []): Matching['people'] =>
  Array.from({ length: count }, (_, at) => ({ id: `m${at}`, isNewcomer: newcomers.includes(at) }))

const allPairs = (count: number): Pair[] =>
  Array.from({ length: count }, (_, a) => a).flatMap((a) =>
    Array.from({ length: count - a - 1 }, (_, at): Pair => [a, a + at + 1]),
  )

/** @param limit people */
const matchings = (limit: number) =>
  integer({ min: 0, max: limit }).chain((count) =>
    record({
      people: array(boolean(), { minLength: count, maxLength: count }).map((newcomers) =>
        newcomers.map((isNewcomer, at) => ({ id: `m${at}`, isNewcomer })),
      ),
      apart: shuffledSubarray(allPairs(count)),
      reasons: shuffledSubarray(allPairs(count)).chain((pairs) =>
        tuple(
          ...pairs.map((pair) => integer({ min: 1, max: 100 }).map((weight) => [...pair, weight] as const)),
        ),
      ),
      size: constantFrom<(2 | 3)[]>(2, 3),
      seed: constantFrom('first', 'second'),
    }),
  )

const idsOf = (pair: readonly number[]) => `m${pair[0]} m${pair[1]}`
const metIn = (groups: readonly (readonly string[])[]) =>
  groups.flatMap((group) =>
    group.flatMap((a, at) => group.slice(at + 1).map((b) => [a, b].toSorted().join(' '))),
  )

test('nobody meets someone they must be kept apart from, and nobody is placed twice', () => {
  assert(
    property(matchings(30), (matching) => {
      const { groups, leftOut } = match(matching)
      const apart = new Set(matching.apart.map((pair) => idsOf(pair).split(' ').toSorted().join(' ')))
      expect(metIn(groups).filter((pair) => apart.has(pair))).toEqual([])
      expect([...groups.flat(), ...leftOut].toSorted()).toEqual(
        matching.people.map(({ id }) => id).toSorted(),
      )
      expect(groups.every(({ length }) => length === 2 || length === 3)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('the result does not depend on the order of people, pairs and reasons', () => {
  assert(
    property(matchings(20), ({ people: all, apart, reasons, ...rest }) => {
      const last = all.length - 1
      const reversed = {
        ...rest,
        people: all.toReversed(),
        apart: apart.map(([a, b]): Pair => [last - b, last - a]).toReversed(),
        reasons: reasons.map(([a, b, weight]) => [last - b, last - a, weight] as const).toReversed(),
      }
      expect(match(reversed)).toEqual(match({ ...rest, people: all, apart, reasons }))
    }),
    { numRuns: 200 },
  )
})

/** The fewest people that must be left out, by trying everything. */
function fewestLeftOut(left: readonly number[], isApart: (a: number, b: number) => boolean): number {
  const [first, ...others] = left
  if (first === undefined) return 0
  let fewest = 1 + fewestLeftOut(others, isApart)
  for (const [at, second] of others.entries()) {
    if (isApart(first, second)) continue
    const rest = others.toSpliced(at, 1)
    fewest = Math.min(fewest, fewestLeftOut(rest, isApart))
    for (const [next, third] of rest.entries())
      if (next >= at && !isApart(first, third) && !isApart(second, third))
        fewest = Math.min(fewest, fewestLeftOut(rest.toSpliced(next, 1), isApart))
  }
  return fewest
}

test('the groups leave out as few people as possible', () => {
  assert(
    property(matchings(8), (matching) => {
      const apart = new Set(matching.apart.map(([a, b]) => `${a} ${b}`))
      const isApart = (a: number, b: number) => apart.has(`${Math.min(a, b)} ${Math.max(a, b)}`)
      const everyone = matching.people.map((_, at) => at)
      expect(match(matching).leftOut).toHaveLength(fewestLeftOut(everyone, isApart))
    }),
    { numRuns: 300 },
  )
})

test('everyone is placed where each of many people has met a few', () => {
  assert(
    property(
      integer({ min: 13, max: 90 }),
      constantFrom<(2 | 3)[]>(2, 3),
      array(tuple(integer({ min: 0, max: 89 }), integer({ min: 0, max: 89 })), { maxLength: 60 }),
      (count, size, met) => {
        const apart = met.filter(([a, b]) => a < count && b < count && a !== b)
        const { groups, leftOut } = match({ people: people(count), apart, reasons: [], size, seed: 'seed' })
        expect(leftOut).toEqual([])
        const others = groups.filter(({ length }) => length !== size)
        expect(others.length).toBeLessThanOrEqual(size - 1 + apart.length)
      },
    ),
    { numRuns: 100 },
  )
})

test('nobody is placed alone, and two are a pair', () => {
  const nobody = { apart: [], reasons: [], size: 2, seed: '' } as const
  expect(match({ ...nobody, people: [] })).toEqual({ groups: [], leftOut: [] })
  expect(match({ ...nobody, people: people(1) })).toEqual({ groups: [], leftOut: ['m0'] })
  expect(match({ ...nobody, people: people(2) })).toEqual({ groups: [['m0', 'm1']], leftOut: [] })
  expect(match({ ...nobody, people: people(2), size: 3 }).groups).toHaveLength(1)
  expect(match({ ...nobody, people: people(3) }).groups).toHaveLength(1)
})

test('where every pair has met, everyone is left out', () => {
  for (const count of [5, 20])
    expect(
      match({ people: people(count), apart: allPairs(count), reasons: [], size: 2, seed: '' }).leftOut,
    ).toHaveLength(count)
})

test('newcomers get the strongest reasons, and a newcomer is not the one left out', () => {
  const reasons = [
    [0, 1, 90],
    [1, 2, 40],
  ] as const
  // With 13 more, the people are too many to compare every grouping.
  const { groups } = match({ people: people(14, [2]), apart: [], reasons, size: 2, seed: '' })
  expect(groups).toContainEqual(['m1', 'm2'])
  const onlyOne = { apart: [[0, 2]] as Pair[], reasons: [], size: 2, seed: '' } as const
  expect(match({ ...onlyOne, people: people(3, [2]) }).leftOut).toEqual(['m0'])
})

test('another seed leads to other groups', () => {
  const round = { people: people(40), apart: [], reasons: [], size: 2 } as const
  expect(match({ ...round, seed: 'a' })).not.toEqual(match({ ...round, seed: 'b' }))
})
