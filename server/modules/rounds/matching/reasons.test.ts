import { expect, test } from 'vitest'

import { roundFacts } from '#server/testing/fixtures/round-facts.ts'

import { match } from './match.ts'
import { type Facts, reasonsFrom } from './reasons.ts'

const NONE: Facts = { asks: {}, offers: {}, industries: [], events: [], connections: [], connected: [] }

test('an ask and an offer match by stem, and outweigh everything else in common', () => {
  const found = reasonsFrom(
    {
      ...NONE,
      asks: { market: [0] },
      offers: { marketing: [1], port: [2] },
      events: [[0, 2]],
      industries: [[0, 2]],
    },
    3,
  )
  const weightOf = (a: number, b: number) => found.find(([one, other]) => one === a && other === b)?.[2] ?? 0
  expect(found).toHaveLength(2)
  expect(weightOf(0, 1)).toBeGreaterThan(weightOf(0, 2))
})

test('members who are connected have no reason, because they need no round to meet', () => {
  expect(reasonsFrom({ ...NONE, industries: [[0, 1]], connected: [[1, 0]] }, 2)).toEqual([])
})

test('a member is no partner of themselves', () => {
  expect(reasonsFrom({ ...NONE, asks: { rye: [0] }, offers: { rye: [0] } }, 1)).toEqual([])
})

test('a word that thousands share leads to a few pairs for each', () => {
  const everyone = Array.from({ length: 3000 }, (_, at) => at)
  const found = reasonsFrom({ ...NONE, asks: { sales: everyone }, offers: { sales: everyone } }, 3000)
  expect(found.length).toBeLessThan(6 * 3000)
})

test('ten times as many pairs as by chance have an ask that matches an offer', () => {
  const { people, facts, apart, hasExchange } = roundFacts(3000)
  const share = (reasons: Parameters<typeof match>[0]['reasons']) => {
    const { groups, leftOut } = match({ people, apart, reasons, size: 2, seed: 'seed' })
    expect(leftOut).toEqual([])
    return groups.filter(hasExchange).length / groups.length
  }
  const matched = share(reasonsFrom(facts, people.length))
  expect(matched).toBeGreaterThan(0.8)
  expect(matched).toBeGreaterThan(10 * share([]))
})
