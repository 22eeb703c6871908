import type { Hidden } from '#shared/hidden.ts'
import type { ReportedContent } from '#shared/reports.ts'
import type { Actor } from '#server/features/session/types.ts'
import type { Transaction } from '#server/store/port.ts'

/** Something that a member sees and can report. */
export interface Reportable {
  /** Whose it is: who is warned or suspended, and reads why it is hidden. */
  owner: string
  /** Others who are responsible for it. As admins, they must not handle a report about it. */
  others?: readonly string[]
  content: ReportedContent
  /** How much of a profile the viewer sees, so that later looks compare the same. */
  audience?: 'member' | 'connection'
}

/** What the reports of one kind are about. */
export interface ReportSource {
  /** @throws Failure 404 for what the viewer may not see */
  seenBy: (viewer: Actor, id: string) => Promise<Reportable>
  /** As it is now, hidden or not; undefined once it is gone. */
  current: (
    id: string,
    audience: Reportable['audience'],
  ) => Promise<{ content: ReportedContent; hidden?: Hidden } | undefined>
  /**
   * In the transaction of the decision: hides it from everyone but its owner and admins, or shows it again.
   * @returns whether it is still there
   */
  setHidden: (tx: Transaction, id: string, hidden: Hidden | undefined) => Promise<boolean>
}
