import { performance } from 'node:perf_hooks'

import { matchOnThread } from '#server/modules/rounds/matching/matcher.ts'
import { seatOnThread } from '#server/modules/rounds/tables/seater.ts'
import { roundFacts } from '#server/testing/fixtures/round-facts.ts'

import type { Figure } from './row.ts'

const PEOPLE = 10_000
const DINERS = 60

/** A round of 10,000 members: how long it takes on its thread, and how many groups have an ask that matches an offer. */
export async function roundFigures(): Promise<Figure[]> {
  const { people, facts, apart, hasExchange } = roundFacts(PEOPLE)
  const round = { people, apart, size: 2, seed: 'seed' } as const
  const share = (groups: readonly string[][]) => groups.filter(hasExchange).length / groups.length
  const start = performance.now()
  const { groups, leftOut } = await matchOnThread({ ...round, facts })
  const seconds = (performance.now() - start) / 1_000
  const none = { asks: {}, offers: {}, industries: [], events: [], connections: [], connected: [] }
  const byChance = share((await matchOnThread({ ...round, facts: none })).groups)
  return [
    { name: 'a round of 10,000', value: Number(seconds.toFixed(1)), unit: 's', bound: 'at most', limit: 3 },
    { name: 'a round of 10,000, left out', value: leftOut.length, unit: '', bound: 'at most', limit: 0 },
    {
      name: 'a round of 10,000, asks that match offers, to chance',
      value: Number((share(groups) / byChance).toFixed(1)),
      unit: '×',
      bound: 'at least',
      limit: 10,
    },
    ...(await tableFigures()),
  ]
}

/** Four rounds at tables of 6: how long the seating takes on its thread, and how many pairs share a table again. */
async function tableFigures(): Promise<Figure[]> {
  const people = Array.from({ length: DINERS }, (_, at) => ({ id: `m${at}`, seats: 1, isHost: at < 5 }))
  const plan = { people, rounds: 4, size: 6, together: [], apart: [], seed: 'seed' }
  const start = performance.now()
  const { seats } = await seatOnThread({ ...plan, facts: roundFacts(DINERS).facts })
  const seconds = (performance.now() - start) / 1_000
  const shared = (one: readonly number[], other: readonly number[]) =>
    one.filter((table, round) => other[round] === table).length
  const repeats = seats.flatMap((own, at) => seats.slice(at + 1).filter((other) => shared(own, other) > 1))
  return [
    { name: 'tables for 60', value: Number(seconds.toFixed(1)), unit: 's', bound: 'at most', limit: 3 },
    {
      name: 'tables for 60, pairs that meet twice',
      value: repeats.length,
      unit: '',
      bound: 'at most',
      limit: 0,
    },
  ]
}
