import { hash } from 'node:crypto'

import type { Pair } from '#server/modules/rounds/matching/match.ts'

interface SeatingPerson {
  id: string
  /** Seats that they need, with the guests whom they bring. */
  seats: number
  /** Whether they are spread over the tables. */
  isHost: boolean
}

export interface Seating {
  people: readonly SeatingPerson[]
  rounds: number
  /** Seats at a table. More people than that sit at one only if they come together. */
  size: number
  /** Seats at the first tables, where these differ from `size`. All of them are used. */
  sizes?: readonly number[] | undefined
  /** Positions of people who share a table in every round. */
  together: readonly (readonly number[])[]
  /** Pairs that do not share a table if that is possible. */
  apart: readonly Pair[]
  known: readonly Pair[]
  /** Pairs in which one can help the other. */
  helps: readonly Pair[]
  /** Decides between equal plans. */
  seed: string
  /**
   * An earlier plan, of which as many seats as possible are kept: the tables of each person by round, from 1; 0 or
   * undefined for none.
   */
  before?: readonly (readonly number[])[]
}

/** People who always share a table. */
export interface Party {
  /** Positions in the list of people. */
  members: readonly number[]
  /** Seats that they need together. */
  seats: number
  hosts: number
}

/** Parties in an order that depends on the seed and the ids alone, the largest first. */
export function partiesOf({
  people,
  together,
  seed,
}: Pick<Seating, 'people' | 'together' | 'seed'>): readonly Party[] {
  const first = people.map((_, at) => at)
  const firstOf = (at: number): number => (first[at] === at ? at : firstOf(first[at]!))
  for (const [one = 0, ...others] of together)
    for (const other of others) first[firstOf(other)] = firstOf(one)
  const keys = people.map(({ id }) => hash('sha256', `${seed} ${id}`))
  const inOrder = people.map((_, at) => at).toSorted((a, b) => (keys[a]! < keys[b]! ? -1 : 1))
  return [...Map.groupBy(inOrder, firstOf).values()]
    .map((members) => ({
      members,
      seats: members.reduce((sum, at) => sum + people[at]!.seats, 0),
      hosts: members.filter((at) => people[at]!.isHost).length,
    }))
    .toSorted((a, b) => b.seats - a.seats)
}

/**
 * Seats of each table. Those of an earlier plan stay, unless that leaves them half empty or too full. A table has room
 * for the largest party.
 */
export function tablesFor(
  parties: readonly Party[],
  { size, sizes = [], before = [] }: Pick<Seating, 'size' | 'sizes' | 'before'>,
) {
  const seats = parties.reduce((sum, party) => sum + party.seats, 0)
  const earlier = Math.max(0, ...before.flat())
  const most = Math.max(1, Math.floor(seats / Math.ceil(size / 2)))
  const [largest = 0] = parties.map((party) => party.seats)
  const first =
    sizes.length > 0 ? sizes.length : Math.max(Math.ceil(seats / size), Math.min(earlier, most), 1)
  const tables = Array.from({ length: first }, (_, at) => Math.max(sizes[at] ?? size, largest))
  while (!fits(parties, tables)) tables.push(Math.max(size, largest))
  return tables
}

function fits(parties: readonly Party[], tables: readonly number[]) {
  const free = [...tables]
  return parties.every(({ seats }) => {
    const emptiest = free.indexOf(Math.max(...free))
    free[emptiest]! -= seats
    return free[emptiest]! >= 0
  })
}
