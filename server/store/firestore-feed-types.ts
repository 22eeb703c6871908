import type { Firestore } from 'firebase-admin/firestore'

import type { Declarations } from './declaration.ts'
import type { ReaderDeps } from './firestore-reader.ts'
import type { SnapshotReader } from './firestore-snapshots.ts'
import type { Write } from './pending-writes.ts'
import type { Feed, FeedListener, FeedOptions, Reader } from './port.ts'

export interface OpenFeed extends Feed {
  /** None when nothing has changed for long, and for a part of a collection. */
  lags(): [collection: string, milliseconds: number][]
  wrote(write: Write, commitId: string, committed: Promise<boolean>): void
}

export interface FeedDeps extends Pick<ReaderDeps, 'observe'> {
  db: Firestore
  declarations: Declarations
  reader: Reader
  /** Calls with the deadline of a read. */
  read: <T>(call: () => Promise<T>) => Promise<T>
  snapshots: SnapshotReader
}

/** Whether the feed begins with all documents of the collection. */
export const isWhole = ({ where, from }: Pick<Options, 'where' | 'from'>) =>
  from === 'start' && Object.keys(where).length === 0

export interface Options extends Required<Pick<FeedOptions, 'where' | 'from'>> {
  listener: FeedListener<unknown>
  onClose: () => void
}
