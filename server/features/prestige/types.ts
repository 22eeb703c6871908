import type { Transaction } from '#server/store/port.ts'

/** What earns prestige. The points of each are in the rule set. */
export const AWARD_KINDS = [
  'meetingHeld',
  'promiseKept',
  'introductionMet',
  'referral',
  'business',
  'thanks',
  'eventHosted',
  'eventAttended',
] as const
export type AwardKind = (typeof AWARD_KINDS)[number]

export interface Award {
  kind: AwardKind
  /** Who earns it. */
  member: string
  /** What it comes from, such as `meeting:<id>`: there is one entry per kind, source and member. */
  source: string
  /** Who confirmed it, never the member. */
  confirmedBy: readonly string[]
  /** When it happened. ISO instant. */
  at: string
  /** Purpose or title for the sentence that explains it. */
  subject: string
}

/** Called in the transaction of what earns it, so that both are written or neither. */
export interface Awards {
  /** Repeated, it only adds who confirmed. */
  award: (tx: Transaction, award: Award) => Promise<void>
  /** When what earned it is undone. Does nothing where there is no entry. `by`: member id, absent for the system. */
  voidAward: (
    tx: Transaction,
    award: Pick<Award, 'kind' | 'member' | 'source'> & { by?: string; reason: string },
  ) => Promise<void>
}
