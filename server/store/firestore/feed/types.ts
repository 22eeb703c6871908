import type { Declarations } from '#server/store/declaration.ts'
import type { OwnCommit } from '#server/store/firestore/own-writes.ts'
import type { ReaderDeps } from '#server/store/firestore/reader.ts'
import type { Write } from '#server/store/pending-writes.ts'
import type { Feed, FeedListener, FeedOptions, Reader, StoreUnavailable } from '#server/store/port.ts'

import type { ListenStream } from './stream.ts'

export interface OpenFeed extends Feed {
  /** Name of its collection. */
  name: string
  /** Why Firestore refuses the feed, if retries do not mend that. */
  error(): StoreUnavailable | undefined
  /** Milliseconds since the feed had everything; 0 while it does. */
  behindFor(): number
  /**
   * Instant (ISO), by Firestore's clock, up to which everything has been passed on. Undefined until all documents
   * have been.
   */
  position(): string | undefined
  wrote(write: Write, commit: OwnCommit, answered: Promise<void>): void
}

export interface FeedDeps extends Pick<ReaderDeps, 'observe'> {
  /** Full name of the database. */
  database: string
  stream: ListenStream
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
