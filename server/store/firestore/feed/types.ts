import type { Firestore } from 'firebase-admin/firestore'

import type { Declarations } from '#server/store/declaration.ts'
import type { OwnCommit } from '#server/store/firestore/own-writes.ts'
import type { ReaderDeps } from '#server/store/firestore/reader.ts'
import type { Write } from '#server/store/pending-writes.ts'
import type { Feed, FeedListener, FeedOptions, Reader } from '#server/store/port.ts'

export interface OpenFeed extends Feed {
  /** Empty when nothing has changed for a long time. */
  lags(): [collection: string, milliseconds: number][]
  /** Milliseconds since the feed was cut; 0 while it is not. */
  cutFor(): number
  /** Instant (ISO) up to which everything has been passed on. Undefined until all documents have been. */
  position(): string | undefined
  wrote(write: Write, commit: OwnCommit, answered: Promise<void>): void
}

export interface FeedDeps extends Pick<ReaderDeps, 'observe'> {
  db: Firestore
  declarations: Declarations
  reader: Reader
  /** Calls with the deadline of a read. */
  read: <T>(call: () => Promise<T>) => Promise<T>
}

export interface Options extends Required<Pick<FeedOptions, 'from'>> {
  /** Position of an earlier feed, from which this one resumes. */
  since: string | undefined
  listener: FeedListener<unknown>
  onClose: () => void
}
