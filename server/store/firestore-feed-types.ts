import type { Firestore } from 'firebase-admin/firestore'

import type { Declarations, Declared } from './declaration.ts'
import type { ReaderDeps } from './firestore-reader.ts'
import type { CapturedState } from './firestore-snapshot-writer.ts'
import type { SnapshotReader } from './firestore-snapshots.ts'
import type { Write } from './pending-writes.ts'
import type { Feed, FeedListener, FeedOptions, FeedState, Reader } from './port.ts'
import type { StoreLog } from './store-log.ts'

export interface OpenFeed extends Feed {
  /** None when nothing has changed for long, and for a part of a collection. */
  lags(): [collection: string, milliseconds: number][]
  wrote(write: Write, commitId: string, committed: Promise<boolean>): void
  /** Stores the state of the listener, if it has one and reading the documents takes long. */
  saveState(write: WriteState): Promise<void>
}

/** Calls `capture` unless another process has done so not long ago. */
export type WriteState = (declared: Declared, capture: () => Promise<CapturedState>) => Promise<void>

export interface FeedDeps extends Pick<ReaderDeps, 'observe'> {
  db: Firestore
  declarations: Declarations
  reader: Reader
  /** Calls with the deadline of a read. */
  read: <T>(call: () => Promise<T>) => Promise<T>
  snapshots: SnapshotReader
  log: StoreLog
}

/** Whether the feed begins with all documents of the collection. */
export const isWhole = ({ where, from }: Pick<Options, 'where' | 'from'>) =>
  from === 'start' && Object.keys(where).length === 0

export interface Options extends Required<Pick<FeedOptions, 'where' | 'from'>> {
  state: FeedState | undefined
  listener: FeedListener<unknown>
  onClose: () => void
}
