import type { BaseLogger } from 'pino'

import type { Clock } from '#server/lib/clock.ts'
import { type GroupChange, logGroupChange } from '#server/lib/error-group-line.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import {
  type Addition,
  errorAdditions,
  type ErrorGroup,
  errorGroups,
  errorPeople,
  errorRegisters,
  errorSamples,
  REGISTER,
} from './collection.ts'
import { addTo } from './counts.ts'
import { addPeople, grown, networksOf, NO_PEOPLE, type People } from './group.ts'
import { groupsOf, OTHER } from './groups.ts'
import { openRegister, type OpenRegister } from './register.ts'
import type { RegressionCheck } from './regressions.ts'

interface Deps {
  store: Store
  clock: Clock
  checkRegression: RegressionCheck
  log: Pick<BaseLogger, 'warn'>
  /** Called with what went to the group `other`, with repeats. */
  countUngrouped: (count: number) => void
}

/** Read, and put into their groups, in one transaction; the first one whatever its size. */
const AT_ONCE = { additions: 50, groups: 100 }
const PEOPLE = ['members', 'visitors', 'networks'] as const
/** People after whom a new group is no single case, and somebody is alerted. */
const SPREAD = 3

/**
 * Puts what was logged into its groups, each addition once, whichever replica does it: a transaction counts additions and
 * deletes them.
 */
export function createFold({ store, clock, checkRegression, log, countUngrouped }: Deps) {
  async function foldSome(ids: readonly string[]) {
    // Of the attempt that is committed.
    let changes: GroupChange[] = []
    let ungrouped = 0
    await store.transact(async (tx) => {
      changes = []
      ungrouped = 0
      const found = (await tx.getMany(errorAdditions, ids)).filter((each) => each !== undefined)
      // Another replica was faster.
      if (found.length === 0) return
      ungrouped = await addAll(
        tx,
        found.flatMap(({ groups }) => groups),
        changes,
      )
      for (const { id } of found) tx.delete(errorAdditions, id)
    })
    for (const change of changes) logGroupChange(log, change)
    if (ungrouped > 0) countUngrouped(ungrouped)
  }

  /** @returns how many errors went to the group `other` */
  async function addAll(tx: Transaction, additions: readonly Addition[], changes: GroupChange[]) {
    const register = openRegister(await tx.get(errorRegisters, REGISTER), clock())
    const known = await groupsOf(tx, [
      ...new Set([...additions.map(({ fingerprint }) => fingerprint), OTHER]),
    ])
    const byGroup = new Map<string, Addition>()
    for (const addition of additions) {
      for (const release of addition.releases) register.addRelease(release)
      const fingerprint = placeOf(addition, { known, register, begun: byGroup })
      const before = byGroup.get(fingerprint)
      const own = { ...withoutMapOf(addition, fingerprint), fingerprint }
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
    addition: Addition,
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
    const all = addPeople(people, addition)
    const next = grown(group, addition, all)
    const { releases } = addition
    const { group: checked, regression } = await checkRegression(tx, next, { releases, register })
    tx.put(errorGroups, checked)
    const isSame = PEOPLE.every((which) => all[which].length === people[which]?.length)
    if (!isSame || dateOf(next.lastAt) !== dateOf(people.lastAt)) {
      const { id, lastAt } = next
      tx.put(errorPeople, { id, lastAt, ...all })
    }
    const kept = new Set(next.samples.map(({ id }) => id))
    for (const { id } of [...(group?.samples ?? []), ...addition.samples])
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
      const { items } = await store.find(errorAdditions, { orderBy: 'at', limit: AT_ONCE.additions })
      if (items.length === 0) return
      const groups = new Set<string>()
      const taken = items.filter(({ groups: added }, at) => {
        for (const { fingerprint } of added) groups.add(fingerprint)
        return at === 0 || groups.size <= AT_ONCE.groups
      })
      await foldSome(taken.map(({ id }) => id))
    }
  }

  let running: Promise<void> = Promise.resolve()
  return {
    /** Resolves when everything that was stored before the call is in its group. */
    fold(): Promise<void> {
      const next = running.then(foldAll)
      running = next.catch(() => {})
      return next
    },
  }
}

/** The fingerprint of the group that it belongs to, which may be new. */
function placeOf(
  addition: Addition,
  {
    known,
    register,
    begun,
  }: { known: ReadonlyMap<string, ErrorGroup>; register: OpenRegister; begun: ReadonlyMap<string, unknown> },
) {
  const { fingerprint } = addition
  const group = known.get(fingerprint)
  if (group) return group.id
  return begun.has(fingerprint) || register.allowsGroup(addition) ? fingerprint : OTHER
}

/** A group that others were merged into, or that collects others, is where it belongs. */
const withoutMapOf = ({ awaitedBuild, ...addition }: Addition, fingerprint: string): Addition => ({
  ...addition,
  ...(awaitedBuild !== undefined && addition.fingerprint === fingerprint && { awaitedBuild }),
})

/** Visitors count by network: the rest of what tells them apart can be invented. */
const sizeOf = (people: People) => people.members.length + networksOf(people).length

/** Expected refusals alert nobody, however many people get one. */
const isSpread = (group: ErrorGroup | undefined, people: People) =>
  group?.isRefusal !== true && sizeOf(people) >= SPREAD

const dateOf = (instant = '') => instant.slice(0, 10)

const joined = (before: Addition, more: Addition): Addition => ({
  ...addTo(before, more),
  ...addPeople(before, more),
  fingerprint: before.fingerprint,
})
