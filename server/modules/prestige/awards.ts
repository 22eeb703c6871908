import { inMilliseconds, PRESTIGE_LIMITS, RULES_IN_FORCE } from '#shared/prestige/rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import type { Transaction } from '#server/store/port.ts'

import { type EntryDocument, prestigeEntries, prestigeSummaries } from './collection.ts'
import type { Award, Undone } from './types.ts'

interface Deps {
  clock: Clock
  newId: () => string
}

const entryIdOf = ({ kind, source, member }: Pick<Award, 'kind' | 'source' | 'member'>) =>
  joinedId(kind, source, member)

export type Awards = ReturnType<typeof createAwards>

/** Writes the ledger, in the transaction of the result that earns points, so that both are written or neither. */
export function createAwards({ clock, newId }: Deps) {
  function put(tx: Transaction, entry: EntryDocument) {
    tx.put(prestigeEntries, entry)
    markChanged(tx, entry.member)
  }

  /** Reads nothing, so that concurrent earners do not wait for each other. */
  const markChanged = (tx: Transaction, member: string) =>
    tx.put(prestigeSummaries, { id: member, revision: newId(), dueAt: isoInstant(clock()) })

  const undone = (entry: EntryDocument, { by, reason }: Undone): EntryDocument =>
    entry.voided ? entry : { ...entry, voided: { cause: 'undone', by, reason, at: isoInstant(clock()) } }

  return {
    /** Writes an entry, and has its member's summary calculated again. */
    putEntry: put,

    /**
     * Repeating an award adds confirmers, and keeps the earliest time. An undone entry that is earned again counts
     * again, unless an admin voided it. An entry must not be awarded twice in one transaction.
     */
    async award(tx: Transaction, award: Award): Promise<void> {
      const confirmers = confirmersOf(award)
      if (confirmers.length === 0) return
      const before = await tx.get(prestigeEntries, entryIdOf(award))
      const after = before ? repeated(before, award, confirmers) : newEntry(award, confirmers)
      if (after !== before) put(tx, after)
    },

    /** Called when the earning result is undone. Does nothing if there is no entry. */
    async voidAward(
      tx: Transaction,
      { kind, member, source, ...reason }: Pick<Award, 'kind' | 'member' | 'source'> & Undone,
    ): Promise<void> {
      const before = await tx.get(prestigeEntries, entryIdOf({ kind, member, source }))
      if (before && !before.voided) put(tx, undone(before, reason))
    },

    /**
     * Writes awards derived from a current state: time and confirmers replace the earlier ones, and no confirmers mean
     * that it is undone. At most 500, each of a different entry.
     */
    async setAwards(tx: Transaction, all: readonly Award[], reason: Undone): Promise<void> {
      if (all.length === 0) return
      const stored = await tx.getMany(prestigeEntries, all.map(entryIdOf))
      for (const [index, award] of all.entries()) {
        const before = stored[index]
        const confirmers = confirmersOf(award)
        const after = replaced(before, award, confirmers) ?? (before && undone(before, reason))
        if (after && after !== before) put(tx, after)
      }
    },
  }
}

const confirmersOf = ({ member, confirmedBy }: Award) =>
  [...new Set(confirmedBy)]
    .filter((id) => id !== member)
    .toSorted()
    .slice(0, PRESTIGE_LIMITS.confirmers)

function newEntry({ kind, member, source, subject, at }: Award, confirmedBy: string[]): EntryDocument {
  const { version, points } = RULES_IN_FORCE
  const id = entryIdOf({ kind, member, source })
  return {
    id,
    member,
    kind,
    source,
    subject,
    points: points[kind],
    ruleSet: version,
    confirmedBy,
    ...validity(at),
  }
}

const validity = (at: string) => ({
  at,
  expiresAt: isoInstant(Date.parse(at) + inMilliseconds(RULES_IN_FORCE.validDays)),
})

/**
 * Returns the entry itself when nothing changes. It counts from the first time, so that undoing and repeating
 * something gains nothing.
 */
function repeated(before: EntryDocument, award: Award, confirmers: readonly string[]): EntryDocument {
  const at = award.at < before.at ? award.at : before.at
  if (before.voided?.cause === 'undone') return counting(before, at, confirmers)
  const all = confirmersOf({ ...award, confirmedBy: [...before.confirmedBy, ...confirmers] })
  return isSame(before, at, all) ? before : { ...before, confirmedBy: all, ...validity(at) }
}

/** Undefined without a confirmer. */
function replaced(before: EntryDocument | undefined, award: Award, confirmers: string[]) {
  if (confirmers.length === 0) return undefined
  if (!before) return newEntry(award, confirmers)
  if (before.voided?.cause === 'undone') return counting(before, award.at, confirmers)
  return isSame(before, award.at, confirmers)
    ? before
    : { ...before, confirmedBy: confirmers, ...validity(award.at) }
}

function counting(before: EntryDocument, at: string, confirmers: readonly string[]): EntryDocument {
  const { voided: _, ...entry } = before
  return { ...entry, confirmedBy: [...confirmers], ...validity(at) }
}

const isSame = (entry: EntryDocument, at: string, confirmers: readonly string[]) =>
  entry.at === at && entry.confirmedBy.join() === confirmers.join()
