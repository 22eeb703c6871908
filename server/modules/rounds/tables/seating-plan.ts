import type { Pair } from '#server/modules/rounds/matching/match.ts'

import type { Party, Seating } from './parties.ts'

export interface Costs {
  apart: number
  changed: number
  repeat: number
  hosts: number
  known: number
  noHelp: number
}

interface Setting {
  parties: readonly Party[]
  /** Seats of each table. */
  tables: readonly number[]
  costs: Costs
}

/** The tables of one round. */
interface Round {
  tableOf: Int16Array
  tables: Table[]
}
interface Table {
  parties: number[]
  seats: number
  /** Number of pairs in which one can help the other. */
  helps: number
}

/** A plan of all rounds that is changed by swapping or moving parties, and knows what a change costs. */
export function createSeatingPlan(seating: Seating, { parties, tables, costs }: Setting) {
  const count = parties.length
  const pairs = pairFacts(seating, parties, costs)
  /** Number of rounds in which two parties share a table. */
  const met = new Uint8Array(count * count)
  const earlier = earlierTables(seating, parties, tables.length)
  const rounds = Array.from({ length: seating.rounds }, (_, round) => filled(round))

  function put(table: Table, party: number, by: 1 | -1) {
    for (const other of table.parties) {
      met[party * count + other]! += by
      met[other * count + party]! += by
      table.helps += by * pairs.helps[party * count + other]!
    }
    table.seats += by * parties[party]!.seats
  }
  function join({ tableOf, tables: all }: Round, party: number, to: number) {
    put(all[to]!, party, 1)
    all[to]!.parties.push(party)
    tableOf[party] = to
  }
  function leave({ tableOf, tables: all }: Round, party: number) {
    const table = all[tableOf[party]!]!
    table.parties.splice(table.parties.indexOf(party), 1)
    put(table, party, -1)
  }

  /** Cost of the party at the table, without `except`. @param earlierRounds subtracted from the number of meetings */
  function costAt({ parties: seated }: Table, party: number, except: number, isSeated: 0 | 1) {
    let cost = 0
    const row = party * count
    for (const other of seated)
      if (other !== party && other !== except)
        cost += pairs.cost[row + other]! + costs.repeat * (met[row + other]! - isSeated)
    return cost
  }
  function helpsAt({ parties: seated }: Table, party: number, except: number) {
    let helps = 0
    for (const other of seated)
      if (other !== party && other !== except) helps += pairs.helps[party * count + other]!
    return helps
  }
  const noHelp = (helps: number) => (helps > 0 ? 0 : costs.noHelp)
  const changed = (round: number, party: number, table: number) => {
    const before = earlier[round]![party]!
    return before < 0 || before === table ? 0 : costs.changed
  }

  /** A round in which everyone has their earlier table, as far as tables stay equally full. */
  function filled(at: number): Round {
    const round: Round = {
      tableOf: new Int16Array(count).fill(-1),
      tables: tables.map(() => ({ parties: [], seats: 0, helps: 0 })),
    }
    for (const [party, table] of earlier[at]!.entries()) if (table >= 0) join(round, party, table)
    const total = parties.reduce((sum, { seats }) => sum + seats, 0)
    const limits = limitsOf(round.tables, tables, total)
    for (const [table, { parties: seated }] of round.tables.entries())
      while (round.tables[table]!.seats > limits[table]! && seated.length > 1) leaveOne(round, table)
    for (let party = 0; party < count; party += 1)
      if (round.tableOf[party]! < 0) join(round, party, bestTable(round, party, limits))
    return round
  }
  /** Frees the smallest party, and among these the one that fits least. */
  function leaveOne(round: Round, at: number) {
    const table = round.tables[at]!
    const ranked = table.parties.map((party) => ({ party, cost: costAt(table, party, -1, 1) }))
    const [first] = ranked.toSorted(
      (a, b) => parties[a.party]!.seats - parties[b.party]!.seats || b.cost - a.cost || a.party - b.party,
    )
    leave(round, first!.party)
    round.tableOf[first!.party] = -1
  }
  function bestTable(round: Round, party: number, limits: readonly number[]) {
    const { seats } = parties[party]!
    const ranked = round.tables.map((table, at) => {
      const free = limits[at]! - table.seats - seats
      return { at, lacking: Math.max(0, -free), free, cost: costAt(table, party, -1, 0) }
    })
    return ranked.toSorted((a, b) => a.lacking - b.lacking || a.cost - b.cost || b.free - a.free)[0]!.at
  }

  /** Costs that disappear minus costs that arise. */
  function swapGain(round: Round, at: number, one: number, other: number) {
    const [from, to] = [round.tableOf[one]!, round.tableOf[other]!]
    const [a, b] = [round.tables[from]!, round.tables[to]!]
    const helpsA = a.helps - helpsAt(a, one, -1) + helpsAt(a, other, one)
    const helpsB = b.helps - helpsAt(b, other, -1) + helpsAt(b, one, other)
    return (
      costAt(a, one, -1, 1) +
      costAt(b, other, -1, 1) -
      costAt(b, one, other, 0) -
      costAt(a, other, one, 0) +
      noHelp(a.helps) +
      noHelp(b.helps) -
      noHelp(helpsA) -
      noHelp(helpsB) +
      changed(at, one, from) +
      changed(at, other, to) -
      changed(at, one, to) -
      changed(at, other, from)
    )
  }
  function moveGain(round: Round, at: number, party: number, to: number) {
    const from = round.tableOf[party]!
    const [a, b] = [round.tables[from]!, round.tables[to]!]
    return (
      costAt(a, party, -1, 1) -
      costAt(b, party, -1, 0) +
      noHelp(a.helps) +
      noHelp(b.helps) -
      noHelp(a.helps - helpsAt(a, party, -1)) -
      noHelp(b.helps + helpsAt(b, party, -1)) +
      changed(at, party, from) -
      changed(at, party, to)
    )
  }

  return {
    tableOf: (round: number, party: number) => rounds[round]!.tableOf[party]!,

    /** Tries a random change, and keeps it if it costs nothing, or by chance if the temperature allows what it costs. */
    attempt(random: () => number, temperature: number) {
      const at = Math.floor(random() * rounds.length)
      const round = rounds[at]!
      const [one, other] = [Math.floor(random() * count), Math.floor(random() * count)]
      const [from, to] = [round.tableOf[one]!, round.tableOf[other]!]
      if (from === to) return
      const { seats } = parties[one]!
      const isMove = round.tables[to]!.seats + seats <= Math.min(round.tables[from]!.seats, tables[to]!)
      if (!isMove && seats !== parties[other]!.seats) return
      const gain = isMove ? moveGain(round, at, one, to) : swapGain(round, at, one, other)
      if (gain < 0 && random() >= Math.exp(gain / temperature)) return
      leave(round, one)
      if (!isMove) {
        leave(round, other)
        join(round, other, from)
      }
      join(round, one, to)
    },
  }
}

/** Seats to fill at each table, so that all are equally full as far as their sizes allow. The fullest may have one more. */
function limitsOf(tables: readonly Table[], sizes: readonly number[], total: number) {
  const fullest = tables
    .map(({ seats }, at) => ({ seats, at }))
    .toSorted((a, b) => b.seats - a.seats || a.at - b.at)
    .map(({ at }) => at)
  const limits = tables.map(() => 0)
  for (let seat = 0; seat < total; seat += 1) {
    const open = fullest.filter((at) => limits[at]! < sizes[at]!)
    limits[open.reduce((least, at) => (limits[at]! < limits[least]! ? at : least))]! += 1
  }
  return limits
}

/** The table at which most of a party had a seat by round and party; -1 for none. */
function earlierTables({ before = [], rounds }: Seating, parties: readonly Party[], tables: number) {
  return Array.from({ length: rounds }, (_, round) =>
    parties.map(({ members }) => {
      const seats = members
        .map((at) => before[at]?.[round] ?? 0)
        .filter((table) => table > 0 && table <= tables)
      const [most] = [...Map.groupBy(seats, (table) => table)].toSorted(
        ([a, those], [b, others]) => others.length - those.length || a - b,
      )
      return most ? most[0] - 1 : -1
    }),
  )
}

/** Costs of two parties at one table, and whether one can help the other. */
function pairFacts({ people, apart, known, helps }: Seating, parties: readonly Party[], costs: Costs) {
  const count = parties.length
  const partyOf = new Int16Array(people.length)
  for (const [party, { members }] of parties.entries()) for (const member of members) partyOf[member] = party
  const cost = new Float64Array(count * count)
  const helping = new Uint8Array(count * count)
  const keysOf = (pairs: readonly Pair[]) =>
    pairs.flatMap(([a, b]) => {
      const [one, other] = [partyOf[a]!, partyOf[b]!]
      return [one * count + other, other * count + one]
    })
  for (const key of keysOf(apart)) cost[key] = costs.apart
  for (const key of keysOf(known)) cost[key]! += costs.known
  for (const key of keysOf(helps)) helping[key] = 1
  const hosts = parties.flatMap((party, at) => (party.hosts > 0 ? [at] : []))
  for (const a of hosts) for (const b of hosts) if (a !== b) cost[a * count + b]! += costs.hosts
  return { cost, helps: helping }
}
