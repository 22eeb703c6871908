import type { BaseLogger } from 'pino'

import type { Clock } from '#server/lib/clock.ts'
import type { Metrics } from '#server/metrics/port.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type GroupChange, logGroupChange } from './change-line.ts'
import {
  type Delta,
  errorDeltas,
  type ErrorGroup,
  errorGroups,
  errorPeople,
  errorRegisters,
  errorSamples,
  REGISTER,
} from './collection.ts'
import { addPeople, applyDelta, joined, networksOf, NO_PEOPLE, type People } from './group.ts'
import { groupsOf, OTHER } from './groups.ts'
import { openRegister, type OpenRegister } from './register.ts'
import type { RegressionCheck } from './regressions.ts'

interface Deps {
  store: Store
  clock: Clock
  checkRegression: RegressionCheck
  logger: Pick<BaseLogger, 'warn'>
  metrics?: Metrics | undefined
}

/** Limits per transaction for reading and grouping; the first one is always taken, whatever its size. */
const BATCH_SIZES = { deltas: 50, groups: 100 }
const PEOPLE = ['members', 'visitors', 'networks'] as const
/** Number of affected people from which a new group raises an alert. */
const SPREAD = 3

/**
 * Adds logged entries to their groups, each delta once, on any replica: a transaction counts deltas and
 * deletes them.
 */
export function createAggregation({ store, clock, checkRegression, logger, metrics }: Deps) {
  async function foldSome(ids: readonly string[]) {
    // Changes of the attempt that is committed.
    let changes: GroupChange[] = []
    let ungrouped = 0
    await store.transact(async (tx) => {
      changes = []
      ungrouped = 0
      const found = (await tx.getMany(errorDeltas, ids)).filter((each) => each !== undefined)
      // Another replica was faster.
      if (found.length === 0) return
      ungrouped = await addAll(
        tx,
        found.flatMap(({ groups }) => groups),
        changes,
      )
      for (const { id } of found) tx.delete(errorDeltas, id)
    })
    for (const change of changes) logGroupChange(logger, change)
    if (ungrouped > 0) metrics?.clientErrors.ungrouped(ungrouped)
  }

  /** @returns the number of errors added to the group `other` */
  async function addAll(tx: Transaction, deltas: readonly Delta[], changes: GroupChange[]) {
    const register = openRegister(await tx.get(errorRegisters, REGISTER), clock())
    const known = await groupsOf(tx, [...new Set([...deltas.map(({ fingerprint }) => fingerprint), OTHER])])
    const byGroup = new Map<string, Delta>()
    for (const delta of deltas) {
      for (const release of delta.releases) register.addRelease(release)
      const fingerprint = placeOf(delta, { known, register, begun: byGroup })
      const before = byGroup.get(fingerprint)
      const own = { ...withoutMapOf(delta, fingerprint), fingerprint }
      byGroup.set(fingerprint, before ? joined(before, own) : own)
    }
    const ids = [...byGroup.keys()]
    const people = await tx.getMany(errorPeople, ids)
    for (const [at, id] of ids.entries()) {
      await addOne(tx, byGroup.get(id)!, {
        group: known.get(id),
        people: people[at] ?? NO_PEOPLE,
        register,
        changes,
      })
    }
    if (register.changed) tx.put(errorRegisters, register.current)
    return byGroup.get(OTHER)?.count ?? 0
  }

  async function addOne(
    tx: Transaction,
    delta: Delta,
    {
      group,
      people,
      register,
      changes,
    }: {
      group: ErrorGroup | undefined
      people: People & { lastAt?: string }
      register: OpenRegister
      changes: GroupChange[]
    },
  ) {
    const all = addPeople(people, delta)
    const next = applyDelta(group, delta, all)
    const { releases } = delta
    const { group: checked, regression } = await checkRegression(tx, next, { releases, register })
    tx.put(errorGroups, checked)
    const isSame = PEOPLE.every((which) => all[which].length === people[which]?.length)
    if (!isSame || dateOf(next.lastAt) !== dateOf(people.lastAt)) {
      const { id, lastAt } = next
      tx.put(errorPeople, { id, lastAt, ...all })
    }
    const kept = new Set(next.samples.map(({ id }) => id))
    for (const { id } of [...(group?.samples ?? []), ...delta.samples])
      if (!kept.has(id)) tx.delete(errorSamples, id)
    const { id: fingerprint, type, message, state } = next
    if (regression) changes.push(regression)
    else if (state === 'open' && fingerprint !== OTHER && isSpread(next, all) && !isSpread(group, people)) {
      const release = releases.at(-1)?.release ?? ''
      changes.push({ change: 'spread', fingerprint, type, message, people: sizeOf(all), release })
    }
  }

  async function foldAll() {
    for (;;) {
      const { items } = await store.find(errorDeltas, { orderBy: 'at', limit: BATCH_SIZES.deltas })
      if (items.length === 0) return
      const groups = new Set<string>()
      const taken = items.filter(({ groups: added }, at) => {
        for (const { fingerprint } of added) groups.add(fingerprint)
        return at === 0 || groups.size <= BATCH_SIZES.groups
      })
      await foldSome(taken.map(({ id }) => id))
    }
  }

  let running: Promise<void> = Promise.resolve()
  return {
    /** Resolves when everything that was stored before the call is in its group. */
    aggregate(): Promise<void> {
      const next = running.then(foldAll)
      running = next.catch(() => {})
      return next
    },
  }
}

/** The fingerprint of the group to which it belongs, which may be new. */
function placeOf(
  delta: Delta,
  {
    known,
    register,
    begun,
  }: { known: ReadonlyMap<string, ErrorGroup>; register: OpenRegister; begun: ReadonlyMap<string, unknown> },
) {
  const { fingerprint } = delta
  const group = known.get(fingerprint)
  if (group) return group.id
  return begun.has(fingerprint) || register.allowsGroup(delta) ? fingerprint : OTHER
}

/** A group into which others were merged, or that collects others, already has its place. */
const withoutMapOf = ({ awaitedBuild, ...delta }: Delta, fingerprint: string): Delta => ({
  ...delta,
  awaitedBuild: delta.fingerprint === fingerprint ? awaitedBuild : undefined,
})

/** Visitors count by network: their other distinguishing features can be invented. */
const sizeOf = (people: People) => people.members.length + networksOf(people).length

/** Expected refusals raise no alert, however many people get one. */
const isSpread = (group: ErrorGroup | undefined, people: People) =>
  group?.isRefusal !== true && sizeOf(people) >= SPREAD

const dateOf = (instant = '') => instant.slice(0, 10)
