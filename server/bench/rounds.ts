import { performance } from 'node:perf_hooks'

import { matchOnThread } from '#server/modules/rounds/matching/matcher.ts'
import { roundFacts } from '#server/testing/fixtures/round-facts.ts'

import type { Figure } from './row.ts'

const PEOPLE = 10_000

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
  ]
}
