import type { AnyCollection } from '#server/store/port.ts'

/** The personal data of one feature: how it is exported and deleted, or the reason why it is not. */
export interface AccountDataPart {
  /** Its key in the export. */
  name: string
  collections: readonly AnyCollection[]
  /** A long list is an async iterable, read while it is written, so that it is never in memory as a whole. */
  exportOf: ((memberId: string) => Promise<object> | AsyncIterable<object>) | Reason
  /** Safe to repeat and to run concurrently: called again after a crash, and by two replicas at once. */
  forget: ((memberId: string) => Promise<unknown>) | Reason
}
type Reason = string
