import { pairsIn } from '#server/lib/pairs.ts'

/** Groups of one round, as indexes of people. */
export interface Grouping {
  groups: number[][]
  leftOut: number[]
}

export interface Rules {
  size: 2 | 3
  /** Whether the two may meet. */
  isAllowed: (a: number, b: number) => boolean
  /** Weight of the reasons for the two, from 0 to `MAX_WEIGHT`. */
  weightOf: (a: number, b: number) => number
  isNewcomer: (person: number) => boolean
}

/** The work doubles with each further person. */
export const MAX_EXACT = 12
export const MAX_WEIGHT = 100

/** Each cost outweighs all of those after it, for up to `MAX_EXACT` people. */
const COSTS = { leftOut: 1_000_000, newcomerLeftOut: 100_000, otherSize: 10_000 }

interface Choice {
  cost: number
  /** The group of the first person of the set; only that person when they are left out. */
  group: readonly number[]
}

/**
 * The best groups of two or three of at most `MAX_EXACT` people: the fewest left out, newcomers last, then the fewest
 * groups of the other size, then the strongest reasons.
 */
export function bestGroups(people: readonly number[], rules: Rules): Grouping {
  const best = new Map<number, Choice>()
  const costOf = (set: number): number => (set === 0 ? 0 : choiceOf(set).cost)

  function choiceOf(set: number): Choice {
    const known = best.get(set)
    if (known) return known
    const [first = 0, ...others] = positionsIn(set)
    let choice: Choice | undefined
    for (const group of groupsOf(first, others)) {
      const members = group.map((at) => people[at]!)
      const own = groupCost(members, rules)
      if (own === undefined) continue
      const rest = group.reduce((left, at) => left & ~(1 << at), set)
      const cost = own + costOf(rest)
      if (!choice || cost < choice.cost) choice = { cost, group }
    }
    best.set(set, choice!)
    return choice!
  }

  const result: Grouping = { groups: [], leftOut: [] }
  let set = (1 << people.length) - 1
  while (set !== 0) {
    const { group } = choiceOf(set)
    const members = group.map((at) => people[at]!)
    if (members.length === 1) result.leftOut.push(members[0]!)
    else result.groups.push(members)
    for (const at of group) set &= ~(1 << at)
  }
  return result
}

const positionsIn = (set: number) =>
  Array.from({ length: MAX_EXACT }, (_, at) => at).filter((at) => (set & (1 << at)) !== 0)

const groupsOf = (first: number, others: readonly number[]) => [
  ...others.flatMap((second, at) => [
    [first, second],
    ...others.slice(at + 1).map((third) => [first, second, third]),
  ]),
  [first],
]

/** Undefined when two of them may not meet. */
function groupCost(members: readonly number[], { size, isAllowed, weightOf, isNewcomer }: Rules) {
  if (members.length === 1) return COSTS.leftOut + (isNewcomer(members[0]!) ? COSTS.newcomerLeftOut : 0)
  const pairs = pairsIn(members)
  if (!pairs.every(([a, b]) => isAllowed(a, b))) return undefined
  const weight = pairs.reduce((sum, [a, b]) => sum + weightOf(a, b), 0)
  return (members.length === size ? 0 : COSTS.otherSize) - weight
}
