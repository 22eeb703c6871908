import type { Firestore } from 'firebase-admin/firestore'

import type { Declarations } from './declaration.ts'
import type { ReaderDeps } from './firestore-reader.ts'
import type { Write } from './pending-writes.ts'
import type { Feed, FeedListener, FeedOptions, Reader } from './port.ts'

export interface OpenFeed extends Feed {
  /** None when nothing has changed for long, and for a part of a collection. */
  lags(): [collection: string, milliseconds: number][]
  /** Milliseconds since the feed was cut; 0 while it is not. */
  cutFor(): number
  /** Instant (ISO) up to which everything has been passed on. Undefined before that is all documents. */
  position(): string | undefined
  wrote(write: Write, commitId: string, committed: Promise<boolean>): void
}

export interface FeedDeps extends Pick<ReaderDeps, 'observe'> {
  db: Firestore
  declarations: Declarations
  reader: Reader
  /** Calls with the deadline of a read. */
  read: <T>(call: () => Promise<T>) => Promise<T>
}

export interface Options extends Required<Pick<FeedOptions, 'where' | 'from'>> {
  /** Position of an earlier feed, after which this one goes on. */
  since: string | undefined
  listener: FeedListener<unknown>
  onClose: () => void
}
