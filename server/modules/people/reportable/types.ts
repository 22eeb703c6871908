import type { Hidden } from '#shared/lib/hidden.ts'
import type { ReportedContent } from '#shared/people/reportable.ts'
import type { Actor } from '#server/modules/actor.ts'
import type { Transaction } from '#server/store/port.ts'

/** Content that a member sees and can report. */
export interface Reportable {
  /** The owner, who is warned or suspended, and reads why it is hidden. */
  owner: string
  /** Other people who are responsible for it. As admins, they must not handle a report about it. */
  others?: readonly string[]
  content: ReportedContent
  /** Decides the part of a profile that is compared later: as this viewer sees it. */
  viewer?: 'member' | 'connection'
}

/** The content of reports of one kind. */
export interface ReportSource {
  /** @throws Failure 404 for content that the viewer may not see */
  seenBy: (viewer: Actor, id: string) => Promise<Reportable>
  /** The current content, hidden or not; undefined once it is deleted. */
  current: (
    id: string,
    viewer: Reportable['viewer'],
  ) => Promise<{ content: ReportedContent; hidden?: Hidden } | undefined>
  /**
   * Called in the transaction of the decision: hides it from everyone except its owner and admins, or restores it.
   * @returns whether it still exists
   */
  setHidden: (tx: Transaction, id: string, hidden: Hidden | undefined) => Promise<boolean>
}
