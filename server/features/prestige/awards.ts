import { inMilliseconds, PRESTIGE_LIMITS, RULES_IN_FORCE } from '#shared/prestige-rules.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/lib/joined-id.ts'
import type { Transaction } from '#server/store/port.ts'

import { type EntryDocument, prestigeEntries, prestigeSummaries } from './collection.ts'
import type { Award, Awards } from './types.ts'

interface Deps {
  clock: Clock
  newId: () => string
}

type Reason = Parameters<Awards['setAwards']>[2]

const entryIdOf = ({ kind, source, member }: Pick<Award, 'kind' | 'source' | 'member'>) =>
  joinedId(kind, source, member)

/** Writes the ledger. */
export function createAwards({ clock, newId }: Deps) {
  function put(tx: Transaction, entry: EntryDocument) {
    tx.put(prestigeEntries, entry)
    markChanged(tx, entry.member)
  }

  /** Nothing is read for it, so that those who earn at the same time don't wait for each other. */
  const markChanged = (tx: Transaction, member: string) =>
    tx.put(prestigeSummaries, { id: member, revision: newId(), dueAt: isoInstant(clock()) })

  const undone = (entry: EntryDocument, { by, reason }: Reason): EntryDocument =>
    entry.voided
      ? entry
      : { ...entry, voided: { cause: 'undone', ...(by && { by }), reason, at: isoInstant(clock()) } }

  const awards: Awards = {
    async award(tx, award) {
      const confirmers = confirmersOf(award)
      if (confirmers.length === 0) return
      const before = await tx.get(prestigeEntries, entryIdOf(award))
      const after = before ? repeated(before, award, confirmers) : newEntry(award, confirmers)
      if (after !== before) put(tx, after)
    },

    async voidAward(tx, { kind, member, source, ...reason }) {
      const before = await tx.get(prestigeEntries, entryIdOf({ kind, member, source }))
      if (before && !before.voided) put(tx, undone(before, reason))
    },

    async setAwards(tx, all, reason) {
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

  return { ...awards, putEntry: put }
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

/** The entry itself when nothing changes. It counts from the first time on: to undo something and repeat it gains nothing. */
function repeated(before: EntryDocument, award: Award, confirmers: readonly string[]): EntryDocument {
  const at = award.at < before.at ? award.at : before.at
  if (before.voided?.cause === 'undone') return counting(before, at, confirmers)
  const all = confirmersOf({ ...award, confirmedBy: [...before.confirmedBy, ...confirmers] })
  return isSame(before, at, all) ? before : { ...before, confirmedBy: all, ...validity(at) }
}

/** Undefined when nobody confirms it. */
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
