import { wordRange, wordsMatch } from '#server/views/content-words.ts'

import { MAX_WEIGHT } from './exact.ts'
import type { Pair } from './match.ts'

/** Facts that people have in common. They are positions in the list of people, in the order of that list. */
export interface Facts {
  /** People who ask for or offer something, by word. */
  asks: Readonly<Record<string, readonly number[]>>
  offers: Readonly<Record<string, readonly number[]>>
  /** People with the same industry, at the same event, and connected with the same member. */
  industries: readonly (readonly number[])[]
  events: readonly (readonly number[])[]
  connections: readonly (readonly number[])[]
  /** Pairs who are connected, and so need no round to meet. */
  connected: readonly Pair[]
}

/** A reason of one kind outweighs all reasons of the kinds after it. */
const WEIGHTS = { exchange: 50, events: 20, connections: 10, industries: 4 }
/** Whether a weight is of an ask that matches an offer, besides other reasons. */
export const isExchange = (weight: number) => weight >= WEIGHTS.exchange

/** Further words that match count for half as much each. */
const RARE_WORD = 5
/**
 * Partners of one person by one word, and in one group. Bounds the pairs to those of the people, where thousands have a
 * word in common. In a group, the first of them is the person.
 */
const MAX_PARTNERS = { word: 6, group: 3 }

/** Pairs of people with a reason to meet, and its weight. */
export function reasonsFrom(
  { asks, offers, connected, ...groups }: Facts,
  count: number,
): (readonly [...Pair, number])[] {
  const weights = new Map<number, number>()
  const keyOf = (a: number, b: number) => (a < b ? a * count + b : b * count + a)
  const add = (a: number, b: number, weight: number, max: number) => {
    if (a === b) return
    const key = keyOf(a, b)
    weights.set(key, Math.min((weights.get(key) ?? 0) + weight, max))
  }
  for (const kind of ['industries', 'connections', 'events'] as const)
    for (const group of groups[kind])
      for (const [a, b] of neighbours(group, group, MAX_PARTNERS.group))
        add(a, b, WEIGHTS[kind], WEIGHTS.exchange - 1)
  for (const { askers, offerers } of matchingWords(asks, offers))
    for (const [a, b] of neighbours(askers, offerers, MAX_PARTNERS.word))
      add(a, b, WEIGHTS.exchange + RARE_WORD * rarity(offerers.length, count), MAX_WEIGHT)
  for (const [a, b] of connected) weights.delete(keyOf(a, b))
  return [...weights].map(([key, weight]) => [Math.floor(key / count), key % count, weight] as const)
}

/** From 0 for a word that everyone has. */
const rarity = (having: number, count: number) => Math.log2(count / having)

/** Each of `from` with a few of `to`, spread evenly over both. */
function* neighbours(from: readonly number[], to: readonly number[], partners: number): Generator<Pair> {
  const most = Math.min(to.length, partners)
  for (const [at, person] of from.entries()) {
    const start = Math.floor((at * to.length) / from.length)
    for (let next = 0; next < most; next += 1) yield [person, to[(start + next) % to.length]!]
  }
}

function matchingWords(asks: Facts['asks'], offers: Facts['offers']) {
  const offered = Object.keys(offers).toSorted()
  return Object.entries(asks).flatMap(([word, askers]) => {
    const [from, to] = wordRange(word)
    const found: { askers: readonly number[]; offerers: readonly number[] }[] = []
    for (let at = firstAtLeast(offered, from); at < offered.length && offered[at]! <= to; at += 1)
      if (wordsMatch(word, offered[at]!)) found.push({ askers, offerers: offers[offered[at]!]! })
    return found
  })
}

/** Position of the first that does not come before it. @param sorted in order */
function firstAtLeast(sorted: readonly string[], value: string) {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
