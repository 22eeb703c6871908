import { LRUCache } from 'lru-cache'
import type { BaseLogger } from 'pino'

import type { AuditEntry, AuditFact, RecordAudit, RecordDenial, TimesOf } from './types.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { notFound } from '#server/lib/failure.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { auditEntries } from './collection.ts'
import { createViewLog } from './view-log.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  logger: Pick<BaseLogger, 'warn' | 'error'>
}

/** Milliseconds within which a repeated denial is only logged, not stored. */
const DENIAL_WINDOW = 10 * MINUTE
const MAX_CACHED_DENIALS = 1_000

export type AuditLog = ReturnType<typeof createAuditLog>

export function createAuditLog({ store, clock, newId, logger }: Deps) {
  /** One log for each action, so that a view that several features show counts as one visit. */
  const viewLogs = new Map<string, ReturnType<typeof createViewLog>>()
  const storedAt = new LRUCache<string, number>({ max: MAX_CACHED_DENIALS })

  const append = (fact: AuditFact, tx: Transaction) =>
    tx.create(auditEntries, { id: newId(), at: isoInstant(clock()), ...fact })

  const record: RecordAudit = async (fact, tx) =>
    tx ? append(fact, tx) : store.transact(async (own) => append(fact, own))

  /**
   * Every denial is one log line. The store only gets denials on which an admin can act, of a known person, and each
   * once per person, reason and window: without the bound, an attacker could fill the store with forged cookies, or
   * a member with failing calls. Operators alert on the log.
   */
  const recordDenial: RecordDenial = (fact) => {
    logger.warn(fact, fact.action)
    if (fact.actor === null || isRepeated(`${fact.actor} ${fact.reason}`)) return
    record(fact).catch((error: unknown) => logger.error({ err: error }, 'could not store a denial'))
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

    /** Records that an admin viewed something that concerns a member. */
    viewLog: (action: string) =>
      viewLogs.getOrInsertComputed(action, () => createViewLog({ clock, record, action })),

    /** Entries in the order of the ids. */
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
