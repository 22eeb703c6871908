import { LRUCache } from 'lru-cache'
import type { BaseLogger } from 'pino'

import type { AuditEntry, AuditFact, RecordAudit, RecordDenial, TimesOf } from './types.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { auditEntries } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  log: Pick<BaseLogger, 'warn' | 'error'>
}

/** Milliseconds within which a repeated denial is only logged, not stored. */
const DENIAL_WINDOW = 10 * 60_000
const REMEMBERED_DENIALS = 1_000
/** Each has two whole states. */
const CHANGES_PER_PAGE = 10

export type AuditLog = ReturnType<typeof createAuditLog>

export function createAuditLog({ store, clock, newId, log }: Deps) {
  const storedAt = new LRUCache<string, number>({ max: REMEMBERED_DENIALS })

  const append = (fact: AuditFact, tx: Transaction) =>
    tx.create(auditEntries, { id: newId(), at: isoInstant(clock()), ...fact })

  const record: RecordAudit = async (fact, tx) =>
    tx ? append(fact, tx) : store.transact(async (own) => append(fact, own))

  /**
   * Every denial is one line of the log. The store gets only what an admin can act on, a known person who was
   * refused something, and that once per person, reason and window: without the bound, an attacker could fill the
   * store with forged cookies, or a member with calls that fail.
   */
  const recordDenial: RecordDenial = (fact) => {
    log.warn(fact, fact.action)
    if (fact.actor === null || isRepeated(`${fact.actor} ${fact.reason}`)) return
    record(fact).catch((error: unknown) => log.error({ err: error }, 'a denial could not be stored'))
  }

  function isRepeated(denial: string) {
    const now = clock()
    if (now - (storedAt.get(denial) ?? -Infinity) < DENIAL_WINDOW) return true
    storedAt.set(denial, now)
    return false
  }

  return {
    record,
    recordDenial,
    timesOf,
    /** What was changed of a thing, newest first, with its states before and after. */
    changesOf: (target: string, cursor?: string) =>
      store.find(auditEntries, {
        where: { target },
        orderBy: 'at',
        direction: 'desc',
        limit: CHANGES_PER_PAGE,
        ...(cursor !== undefined && { cursor }),
      }),
    entries: (ids: readonly string[]) => store.getMany(auditEntries, ids),
    /** @throws Failure 404 */
    async entry(id: string): Promise<AuditEntry> {
      const found = await store.get(auditEntries, id)
      if (!found) throw notFound('entry')
      return found
    },
  }
}

const timesOf: TimesOf = async (tx, where, { since, limit }) => {
  const range = { gt: since }
  const found = await tx.find(auditEntries, { where, orderBy: 'at', direction: 'desc', range, limit })
  return found.items.map(({ at }) => at)
}
