import { hash } from 'node:crypto'

import { bestGroups, type Grouping, MAX_EXACT, MAX_WEIGHT, type Rules } from './exact.ts'

interface MatchingPerson {
  id: string
  isNewcomer: boolean
}

/** Two positions in the list of people. */
export type Pair = readonly [number, number]

export interface Matching {
  people: readonly MatchingPerson[]
  /** Pairs that must not meet. */
  apart: readonly Pair[]
  /** Reasons to meet, each pair at most once. Weights are from 0 to 100. */
  reasons: readonly (readonly [...Pair, number])[]
  /** People in a group. When the number of people does not fit, some groups have the other size. */
  size: 2 | 3
  /** Decides between equal groups. */
  seed: string
}

export interface Matched {
  /** Ids, two or three in each. */
  groups: string[][]
  /** People for whom there is nobody. */
  leftOut: string[]
}

/** Attempts to place those who are left over by forming other groups anew. */
const MAX_REPAIRS = 60

/**
 * Groups people so that nobody who must not meet does, and everyone is placed if that is possible; with up to 12 people
 * the best groups there are. Newcomers are matched first, then the strongest reasons. Depends only on its input, and not
 * on the order of the people.
 */
export function match({ people, apart, reasons, size, seed }: Matching): Matched {
  const order = people
    .map(({ id, isNewcomer }, at) => ({ at, isNewcomer, key: hash('sha256', `${seed} ${id}`) }))
    .toSorted((a, b) => Number(b.isNewcomer) - Number(a.isNewcomer) || (a.key < b.key ? -1 : 1))
  const places = new Map(order.map(({ at }, place) => [at, place]))
  const inOrder = ([a, b]: readonly number[]) => keyOf(places.get(a!)!, places.get(b!)!, people.length)
  const separated = new Set(apart.map(inOrder))
  const weights = new Map(reasons.map((reason) => [inOrder(reason), Math.min(reason[2], MAX_WEIGHT)]))
  const rules: Rules = {
    size,
    isAllowed: (a, b) => !separated.has(keyOf(a, b, people.length)),
    weightOf: (a, b) => weights.get(keyOf(a, b, people.length)) ?? 0,
    isNewcomer: (place) => order[place]!.isNewcomer,
  }
  const everyone = order.map((_, place) => place)
  const { groups, leftOut } =
    people.length <= MAX_EXACT
      ? bestGroups(everyone, rules)
      : repaired(greedyGroups(everyone, strongestFirst(weights, rules, people.length), rules), rules)
  const idOf = (place: number) => people[order[place]!.at]!.id
  return {
    groups: groups.map((group) => group.map(idOf).toSorted()).toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1)),
    leftOut: leftOut.map(idOf).toSorted(),
  }
}

/** Equal for either order. */
const keyOf = (a: number, b: number, count: number) => (a < b ? a * count + b : b * count + a)

/** Ranks of reasons that differ by less are equal. */
const RANK_STEP = 1 / 64
const MAX_RANK = 3 * MAX_WEIGHT

/** Pairs with a reason. As numbers they are sorted ten times faster than as objects. */
function* strongestFirst(
  weights: ReadonlyMap<number, number>,
  { isAllowed, isNewcomer }: Rules,
  count: number,
): Generator<Pair> {
  const keys = count * count
  const ranked = new Float64Array(weights.size)
  let used = 0
  for (const [key, weight] of weights) {
    // Newcomers come first, so that the second is one only if the first is, too.
    const [a, b] = pairOf(key, count)
    if (weight <= 0 || !isAllowed(a, b)) continue
    const rank = weight + (isNewcomer(a) ? MAX_RANK - MAX_WEIGHT : 0)
    ranked[used++] = Math.round((MAX_RANK - rank) / RANK_STEP) * keys + key
  }
  for (const each of ranked.subarray(0, used).toSorted()) yield pairOf(each % keys, count)
}

const pairOf = (key: number, count: number): Pair => [Math.floor(key / count), key % count]

/** Pairs by reasons, then by chance, then adds third people. */
function greedyGroups(everyone: readonly number[], edges: Iterable<Pair>, rules: Rules): Grouping {
  const wanted = rules.size === 2 ? Math.floor(everyone.length / 2) : Math.ceil(everyone.length / 3)
  const free = new Set(everyone)
  const groups: number[][] = []
  const pair = (a: number, b: number) => {
    groups.push([a, b])
    free.delete(a)
    free.delete(b)
  }
  for (const [a, b] of edges) if (groups.length < wanted && free.has(a) && free.has(b)) pair(a, b)
  for (const person of everyone) {
    if (groups.length === wanted) break
    if (!free.has(person)) continue
    const other = free.values().find((each) => each !== person && rules.isAllowed(person, each))
    if (other !== undefined) pair(person, other)
  }
  const thirds = new Map(groups.map((group) => [group, group]))
  for (const person of free) {
    const group = bestGroupFor(person, thirds.keys(), rules)
    if (!group) continue
    thirds.delete(group)
    group.push(person)
    free.delete(person)
  }
  return { groups, leftOut: [...free] }
}

/** Bounds the work for one person: the first groups that are possible. */
const MAX_COMPARED = 200

function bestGroupFor(person: number, pairs: Iterable<number[]>, { isAllowed, weightOf }: Rules) {
  let [compared, best, bestWeight] = [0, undefined as number[] | undefined, -1]
  for (const group of pairs) {
    if (!group.every((each) => isAllowed(each, person))) continue
    const weight = group.reduce((sum, each) => sum + weightOf(each, person), 0)
    if (weight > bestWeight) [best, bestWeight] = [group, weight]
    if (++compared === MAX_COMPARED) break
  }
  return best
}

/** Forms a few groups anew together with people who are left over, as long as that places more of them. */
function repaired({ groups, leftOut }: Grouping, rules: Rules): Grouping {
  let current: Grouping = { groups, leftOut }
  for (let attempt = 0; attempt < MAX_REPAIRS && current.leftOut.length > 0; attempt += 1) {
    const [person = 0, ...others] = rotated(current.leftOut, attempt)
    const chosen = rotated(
      current.groups.filter((group) => group.some((each) => rules.isAllowed(each, person))),
      attempt * (MAX_EXACT / 2),
    )
    const together = others.slice(0, 1)
    const opened = new Set(within(chosen, MAX_EXACT - 1 - together.length))
    const anew = bestGroups([person, ...together, ...[...opened].flat()], rules)
    if (anew.leftOut.length > together.length) continue
    current = {
      groups: [...current.groups.filter((group) => !opened.has(group)), ...anew.groups],
      leftOut: [
        ...current.leftOut.filter((each) => each !== person && !together.includes(each)),
        ...anew.leftOut,
      ],
    }
  }
  return current
}

const rotated = <T>(items: readonly T[], by: number) => {
  const start = items.length === 0 ? 0 : by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}

/** The first groups that have at most `people` members together. */
function within(groups: readonly number[][], people: number) {
  let count = 0
  return groups.filter((group) => {
    if (count + group.length > people) return false
    count += group.length
    return true
  })
}
