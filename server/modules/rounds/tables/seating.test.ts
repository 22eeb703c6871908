import { performance } from 'node:perf_hooks'

import { array, assert, boolean, constantFrom, integer, property, record, shuffledSubarray } from 'fast-check'
import { expect, test } from 'vitest'

import { roundFacts } from '#server/testing/fixtures/round-facts.ts'
import type { Pair } from '#server/modules/rounds/matching/match.ts'

import type { Seating } from './parties.ts'
import { seatOnThread } from './seater.ts'
import { seat, type Seated } from './seating.ts'

const people = (count: number, hosts = 0): Seating['people'] =>
  Array.from({ length: count }, (_, at) => ({ id: `m${at}`, seats: 1, isHost: at < hosts }))

const plan = (more: Partial<Seating>): Seating => ({
  people: [],
  rounds: 1,
  size: 6,
  together: [],
  apart: [],
  known: [],
  helps: [],
  seed: 'seed',
  ...more,
})

const allPairs = (count: number): Pair[] =>
  Array.from({ length: count }, (_, a) => a).flatMap((a) =>
    Array.from({ length: count - a - 1 }, (_, at): Pair => [a, a + at + 1]),
  )

const roundsOf = ({ seats }: Seated) => seats[0]?.map((_, round) => seats.map((own) => own[round]!)) ?? []
const shareTable = ({ seats }: Seated, a: number, b: number) =>
  seats[a]!.filter((table, round) => seats[b]![round] === table).length
/** People at each table of a round, without empty ones. */
const sizesIn = (round: readonly number[]) =>
  [...Map.groupBy(round, (table) => table).values()].map(({ length }) => length)
const repeatsIn = (seated: Seated) =>
  allPairs(seated.seats.length).filter(([a, b]) => shareTable(seated, a, b) > 1).length
const seatsChanged = (before: readonly (readonly number[])[], { seats }: Seated) =>
  seats.flatMap((own, at) => own.filter((table, round) => (before[at]?.[round] ?? table) !== table)).length

const plans = integer({ min: 0, max: 24 }).chain((count) =>
  record({
    people: array(boolean(), { minLength: count, maxLength: count }).map((hosts) =>
      hosts.map((isHost, at) => ({ id: `m${at}`, seats: 1, isHost })),
    ),
    rounds: integer({ min: 1, max: 3 }),
    size: integer({ min: 3, max: 8 }),
    known: shuffledSubarray(allPairs(count)),
    helps: shuffledSubarray(allPairs(count)),
    seed: constantFrom('first', 'second'),
  }).map(plan),
)

test('everyone has a table in every round, and the sizes of tables differ by one at most', () => {
  assert(
    property(plans, (wanted) => {
      const seated = seat(wanted)
      expect(seated.seats).toHaveLength(wanted.people.length)
      for (const round of roundsOf(seated)) {
        const sizes = sizesIn(round)
        expect(sizes).toHaveLength(seated.tables)
        expect(Math.max(...sizes)).toBeLessThanOrEqual(Math.min(wanted.size, Math.min(...sizes) + 1))
      }
    }),
    { numRuns: 50 },
  )
})

test.for([
  { sizes: [8, 8, 6], count: 22, filled: [8, 8, 6] },
  { sizes: [8, 8, 6], count: 20, filled: [7, 7, 6] },
  { sizes: [4, 10, 10], count: 18, filled: [4, 7, 7] },
  { sizes: [8, 8, 6], count: 26, filled: [7, 7, 6, 6] },
  { sizes: [20], count: 3, filled: [3] },
])('tables of $sizes seats for $count people are filled equally, as far as there is room', (wanted) => {
  const { sizes, count, filled } = wanted
  const seated = seat(plan({ people: people(count), rounds: 3, size: 8, sizes }))
  for (const round of roundsOf(seated)) {
    expect(sizesIn(round).toSorted((a, b) => a - b)).toEqual(filled.toSorted((a, b) => a - b))
    for (const [at, size] of sizes.entries())
      expect(round.filter((table) => table === at + 1).length).toBeLessThanOrEqual(size)
  }
})

test('the plan does not depend on the order of people and pairs', () => {
  assert(
    property(plans, (wanted) => {
      const last = wanted.people.length - 1
      const reversed = (pairs: readonly Pair[]) =>
        pairs.map(([a, b]): Pair => [last - b, last - a]).toReversed()
      const other = seat({
        ...wanted,
        people: wanted.people.toReversed(),
        known: reversed(wanted.known),
        helps: reversed(wanted.helps),
      })
      expect(other.seats.toReversed()).toEqual(seat(wanted).seats)
    }),
    { numRuns: 20 },
  )
})

test('people who belong together share every table, and people to keep apart share none', () => {
  assert(
    property(plans, integer({ min: 2, max: 3 }), (wanted, together) => {
      const count = wanted.people.length
      const group = wanted.people.slice(0, together).map((_, at) => at)
      // With fewer people it may be impossible.
      const apart: Pair[] = count > 9 ? [[count - 1, count - 2]] : []
      const seated = seat({ ...wanted, together: [group], apart })
      for (const one of group) expect(shareTable(seated, 0, one)).toBe(wanted.rounds)
      for (const [a, b] of apart) expect(shareTable(seated, a, b)).toBe(0)
    }),
    { numRuns: 50 },
  )
})

test.each([
  [60, 4, 6],
  [24, 4, 4],
  [9, 4, 3],
  [40, 3, 5],
])(
  'nobody of %i people sits twice with the same person in %i rounds at tables of %i',
  (count, rounds, size) => {
    for (const seed of ['a', 'b', 'c'])
      expect(repeatsIn(seat(plan({ people: people(count), rounds, size, seed })))).toBe(0)
  },
)

test('60 people are seated in four rounds at tables of 6 within three seconds, while the event loop runs', async () => {
  const { facts } = roundFacts(60)
  const start = performance.now()
  let turns = 0
  const timer = setInterval(() => (turns += 1), 10)
  const seated = await seatOnThread({ ...plan({ people: people(60, 5), rounds: 4 }), facts })
  clearInterval(timer)
  expect(performance.now() - start).toBeLessThan(3_000)
  expect(turns).toBeGreaterThan(10)
  expect(repeatsIn(seated)).toBe(0)
})

test('hosts are spread, few know each other, and at each table someone can help someone', () => {
  const known = [0, 12, 24].flatMap((from): Pair[] => allPairs(8).map(([a, b]) => [from + a, from + b]))
  const helps = Array.from({ length: 18 }, (_, at): Pair => [2 * at, 2 * at + 1])
  const seated = seat(plan({ people: people(36, 5), rounds: 2, known, helps }))
  for (const [round, tables] of roundsOf(seated).entries()) {
    expect(new Set(tables.slice(0, 5)).size).toBe(5)
    const helped = helps.filter(([a, b]) => seated.seats[a]![round] === seated.seats[b]![round])
    expect(new Set(helped.map(([a]) => tables[a])).size).toBe(seated.tables)
  }
  const met = known.filter(([a, b]) => shareTable(seated, a, b) > 0).length
  // A seventh of all pairs would share a table by chance in each of the two rounds.
  expect(met).toBeLessThan((known.length * 2) / 7)
})

test('guests sit with the member who brings them, and take seats', () => {
  const parties = people(10).map((person, at) => ({ ...person, seats: at < 3 ? 3 : 1 }))
  const seated = seat(plan({ people: parties, rounds: 2, size: 4 }))
  for (const round of roundsOf(seated))
    for (const table of new Set(round)) {
      const seats = parties.filter((_, at) => round[at] === table).map((person) => person.seats)
      expect(seats.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(4)
    }
})

/** A plan for people of whom some do not come, and others do. */
const changes = record({
  /** Leaves room for those who come. */
  count: constantFrom(13, 19, 25),
  missing: integer({ min: 0, max: 4 }),
  unexpected: integer({ min: 0, max: 5 }),
})

/** The fewest seats that must change so that tables are equally full. */
function fewestChanges(round: readonly number[], tables: number, total: number) {
  const sizes = Array.from({ length: tables }, (_, at) => round.filter((table) => table === at + 1).length)
  const [each, more] = [Math.floor(total / tables), total % tables]
  return sizes
    .toSorted((a, b) => b - a)
    .reduce((sum, size, at) => sum + Math.max(0, size - (at < more ? each + 1 : each)), 0)
}

test('dealing again changes only the seats without which tables would not be equally full', () => {
  assert(
    property(changes, ({ count, missing, unexpected }) => {
      const wanted = plan({ people: people(count), rounds: 2 })
      const { seats, tables } = seat(wanted)
      const stay = count - missing
      const before = seats.slice(0, stay)
      const now = [
        ...wanted.people.slice(0, stay),
        ...Array.from({ length: unexpected }, (_, at) => ({ id: `new${at}`, seats: 1, isHost: false })),
      ]
      const again = seat({ ...wanted, people: now, before })
      expect(again.seats.every((own) => own.every((table) => table > 0))).toBe(true)
      const kept = roundsOf({ tables, seats: before })
      const fewest = kept.map((round) => fewestChanges(round, again.tables, now.length))
      expect(again.tables).toBe(tables)
      expect(seatsChanged(before, again)).toBe(fewest.reduce((sum, each) => sum + each, 0))
    }),
    { numRuns: 25 },
  )
})

test('dealing again without a change keeps every seat, and another seed deals another plan', () => {
  const wanted = plan({ people: people(30), rounds: 3 })
  const { seats } = seat(wanted)
  expect(seat({ ...wanted, before: seats, seed: 'other' }).seats).toEqual(seats)
  expect(seat({ ...wanted, seed: 'other' }).seats).not.toEqual(seats)
})

test('dealing again parts two people who must not sit together any more, with two changed seats in that round', () => {
  const wanted = plan({ people: people(30) })
  const { seats } = seat(wanted)
  const other = seats.findIndex(([table], at) => at > 0 && table === seats[0]![0])
  const again = seat({ ...wanted, before: seats, apart: [[0, other]] })
  expect(shareTable(again, 0, other)).toBe(0)
  expect(seatsChanged(seats, again)).toBe(2)
})

test('one table seats everyone, also people to keep apart, and no people need no table', () => {
  expect(seat(plan({ people: people(2), apart: [[0, 1]] })).seats).toEqual([[1], [1]])
  expect(seat(plan({})).seats).toEqual([])
})
