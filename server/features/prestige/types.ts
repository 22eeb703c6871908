import type { AwardKind } from '#shared/prestige-rules.ts'
import type { Transaction } from '#server/store/port.ts'

export interface Award {
  kind: AwardKind
  /** Who earns it. */
  member: string
  /** What it comes from, such as `meeting:<id>`: there is one entry per kind, source and member. */
  source: string
  /** Who confirmed it. The member is left out, and nobody else means that it earns nothing. */
  confirmedBy: readonly string[]
  /** When it happened. ISO instant. */
  at: string
  /** Purpose or title for the sentence that explains it. */
  subject: string
}

interface Undone {
  /** Member id, absent for the system. */
  by?: string
  reason: string
}

/** Called in the transaction of what earns it, so that both are written or neither. */
export interface Awards {
  /**
   * Repeated, it adds who confirmed, and the earliest time stays. Earned again after it was undone, it counts again,
   * unless an admin voided it. An entry must not be awarded twice in one transaction.
   */
  award: (tx: Transaction, award: Award) => Promise<void>
  /** When what earned it is undone. Does nothing where there is no entry. */
  voidAward: (tx: Transaction, award: Pick<Award, 'kind' | 'member' | 'source'> & Undone) => Promise<void>
  /**
   * For what is derived from a present state: time and confirmers replace the earlier ones, and nobody means that it is
   * undone. At most 500, each of another entry.
   */
  setAwards: (tx: Transaction, awards: readonly Award[], undone: Undone) => Promise<void>
}
