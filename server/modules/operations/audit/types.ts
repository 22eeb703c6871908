import type { DocumentOf, Transaction } from '#server/store/port.ts'

import type { auditEntries } from './collection.ts'

export type AuditEntry = DocumentOf<typeof auditEntries>

/** An action with its actor and target, for the append-only audit log. Never contains a token. */
export interface AuditFact {
  /** For example `session.exchanged`, `session.denied` or `member.role_changed`. */
  action: string
  /** User id; null when unknown. */
  actor: string | null
  /** Id of the affected member or thing. */
  target?: string
  /** Reason for denials and moderation. */
  reason?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  sessionHash?: string
  requestId?: string
}

/** With `tx`, the fact is written if and only if the transaction commits. */
export type RecordAudit = (fact: AuditFact, tx?: Transaction) => Promise<void>

/** Never throws and does not block: a refusal does not depend on its record. */
export type RecordDenial = (fact: Omit<AuditFact, 'before' | 'after'> & { reason: string }) => void

/** Times of this action since an instant, newest first; ISO instants, at most `limit`. */
export type TimesOf = (
  tx: Pick<Transaction, 'find'>,
  where: { action?: string; actor?: string; target?: string },
  options: { since: string; limit: number },
) => Promise<string[]>
