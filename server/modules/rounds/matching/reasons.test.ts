import { expect, test } from 'vitest'

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

/** Members of 50 chapters who ask for two of 400 things and offer two others. */
function community(count: number): { facts: Facts; exchanges: Set<string> } {
  let state = 7
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
  const things = Array.from({ length: 400 }, (_, at) => `thing${String.fromCodePoint(97 + (at % 26))}${at}z`)
  const wordOf = () => things[random(things.length)]!
  const asks: Record<string, number[]> = {}
  const offers: Record<string, number[]> = {}
  for (let person = 0; person < count; person += 1) {
    for (const kind of [asks, asks, offers, offers]) (kind[wordOf()] ??= []).push(person)
  }
  const exchanges = new Set(
    Object.entries(asks).flatMap(([word, askers]) =>
      askers.flatMap((a) => (offers[word] ?? []).map((b) => [`m${a}`, `m${b}`].toSorted().join(' '))),
    ),
  )
  const industries = Array.from({ length: 30 }, (_, at) =>
    Array.from({ length: count / 30 }, (__, n) => at + 30 * n),
  )
  return { facts: { ...NONE, asks, offers, industries }, exchanges }
}

test('ten times as many pairs as by chance have an ask that matches an offer', () => {
  const count = 3000
  const { facts, exchanges } = community(count)
  const all = Array.from({ length: count }, (_, at) => ({ id: `m${at}`, isNewcomer: at % 10 === 0 }))
  const share = (reasons: Parameters<typeof match>[0]['reasons']) => {
    const { groups, leftOut } = match({ people: all, apart: [], reasons, size: 2, seed: 'seed' })
    expect(leftOut).toEqual([])
    return groups.filter((group) => exchanges.has(group.toSorted().join(' '))).length / groups.length
  }
  const matched = share(reasonsFrom(facts, count))
  expect(matched).toBeGreaterThan(0.8)
  expect(matched).toBeGreaterThan(10 * share([]))
})
