import type { AwardKind } from '#shared/prestige/rules.ts'

import type { UndoneReason } from './collection.ts'

export interface Award {
  kind: AwardKind
  /** The member who earns it. */
  member: string
  /** Source of the award, such as `meeting:<id>`: there is one entry per kind, source and member. */
  source: string
  /** Confirmers. The member is ignored, and without others it earns nothing. */
  confirmedBy: readonly string[]
  /** Time of the result. ISO instant. */
  at: string
  /** Purpose or title for the sentence that explains it. */
  subject: string
}

/** Reason why something no longer earns. */
export interface Undone {
  /** Member id; undefined for the system. */
  by?: string
  reason: UndoneReason
}
