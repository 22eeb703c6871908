import { type Costs, createSeatingPlan } from './seating-plan.ts'
import { partiesOf, type Seating, tablesFor } from './parties.ts'
import { randomFrom } from './random.ts'

export interface Seated {
  tables: number
  /** Number of the table of each person by round, from 1. */
  seats: number[][]
}

/** Each kind outweighs many of those after it. A changed seat counts only where there was an earlier plan. */
const COSTS: Costs = { apart: 100_000, changed: 3_000, repeat: 300, hosts: 60, known: 10, noHelp: 8 }

/** Attempts to swap two people: bounds the time, because the result must not depend on the machine. */
const ATTEMPTS = { perSeat: 1_500, most: 4_000_000 }
const TEMPERATURES = { first: 100, last: 0.5 }

/**
 * Seats people so that tables are equally full as far as their sizes allow, and nobody sits with the same person twice, as far as that is possible;
 * then few know each other, hosts are spread, and at each table someone can help someone. Simulated annealing.
 * Depends only on its input, and not on the order of the people.
 */
export function seat(seating: Seating): Seated {
  const { people, rounds } = seating
  const parties = partiesOf(seating)
  const tables = tablesFor(parties, seating)
  const random = randomFrom(seating.seed)
  const plan = createSeatingPlan(seating, { parties, tables, costs: COSTS })
  if (tables.length > 1) {
    const attempts = Math.min(parties.length * rounds * ATTEMPTS.perSeat, ATTEMPTS.most)
    const cooling = (TEMPERATURES.last / TEMPERATURES.first) ** (1 / attempts)
    let temperature = TEMPERATURES.first
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      plan.attempt(random, temperature)
      temperature *= cooling
    }
  }
  const seats = people.map((): number[] => [])
  for (const [at, { members }] of parties.entries())
    for (const member of members)
      seats[member] = Array.from({ length: rounds }, (_, round) => plan.tableOf(round, at) + 1)
  return { tables: tables.length, seats }
}
