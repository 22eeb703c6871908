import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { SECOND } from '#shared/lib/durations.ts'
import { createKeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import { describeSystemError } from '#server/lib/system-errors.ts'
import { bytesOf } from '#server/views/replica-file.ts'
import type { View } from '#server/views/view.ts'
import { createCursorSeal } from '#server/store/cursor.ts'
import { declareAll, type Declarations } from '#server/store/declaration.ts'
import {
  type AnyCollection,
  type Feed,
  type Store,
  StoreError,
  StoreUnavailable,
  TRANSACTION_DEADLINE,
} from '#server/store/port.ts'
import { SILENT, type StoreLog } from '#server/store/store-log.ts'
import { startTransactionDeadline } from '#server/store/transaction-deadline.ts'

import { createCheckpoints, FALLBACK_FRAMES } from './checkpoints.ts'
import { asStoreError, isBusy, withStoreErrors } from './errors.ts'
import { createCommits } from './commits.ts'
import { createLogSync } from './log-sync.ts'
import { createReader } from './reader.ts'
import { createMissing } from './schema.ts'
import { openSqliteFeed } from './feed.ts'
import { createSnapshot } from './snapshot.ts'
import { createPreparedStatements } from './statements.ts'
import { createAttemptQueue, transact } from './transaction.ts'
import { createSqliteViews } from './views.ts'

export interface SqliteOptions {
  /**
   * Created when missing; holds the one file and, while it is open, its log. Must be on a local disk: WAL needs
   * shared memory.
   */
  dataDir: string
  /** Seals cursors. */
  secret: string
  collections: readonly AnyCollection[]
  /** Views of the collections. Empty for a program that only reads documents: the next server projects its writes. */
  views?: readonly View[]
  /** No other process may have the file open, now or until it is closed. */
  exclusive?: boolean
  /** Megabytes of pages that are kept in memory. */
  pageCache?: number
  /** Milliseconds for which opening waits for another process's lock. */
  openTimeout?: number
  /** Milliseconds for which a write waits for another process's lock. */
  lockTimeout?: number
  /** Milliseconds for a transaction. */
  deadline?: number
  log?: StoreLog
  /** Replaces `fdatasync` in tests: makes everything durable that was written to a file before the call. */
  sync?: (descriptor: number) => Promise<void>
}

export interface SqliteStore extends Store {
  /** Every SQL text sent so far, for the test that proves each uses an index. */
  sentStatements(): string[]
}

export const DATABASE_FILE = 'store.sqlite'
const OPEN_TIMEOUT = 5 * SECOND
/** With SQLite's default of 2 MB, most reads of members ask the system for their pages. */
const PAGE_CACHE = 16
// SQLite blocks the thread while it waits, so it waits briefly; a transaction continues to wait without
// blocking.
const BLOCKING_TIMEOUT = 50

/** Any number of processes on one machine may have the same file open. */
export function openSqliteStore({
  dataDir,
  secret,
  collections,
  views = [],
  exclusive = false,
  pageCache = PAGE_CACHE,
  openTimeout = OPEN_TIMEOUT,
  lockTimeout = 5000,
  deadline: transactionDeadline = TRANSACTION_DEADLINE,
  log = SILENT,
  sync,
}: SqliteOptions): SqliteStore {
  const declarations = declareAll(collections)
  const db = openDatabase(dataDir, declarations, { exclusive, pageCache, openTimeout })
  const snapshot = createSnapshot(db)
  const statements = createPreparedStatements(db, snapshot)
  const file = join(dataDir, DATABASE_FILE)
  const checkpoints = exclusive ? undefined : createCheckpoints({ db, snapshot, file, log })
  const sqliteViews = withViews()
  const logSync = createLogSync(file, { log, sync, onSynced: () => checkpoints?.consider() })
  const commits = createCommits({ statements, views: sqliteViews, logSync, checkpoints, lockTimeout })
  const deps = {
    statements,
    declarations,
    cursors: createCursorSeal(secret),
    commits,
    attempts: createAttemptQueue(commits),
  }
  const inFlight = new Set<Promise<unknown>>()
  const feeds = new Set<Feed>()

  function withViews() {
    try {
      if (views.length === 0) return undefined
      return createSqliteViews({ db, snapshot, statements, declarations, views, checkpoints, log })
    } catch (error) {
      db.close()
      throw asStoreError(error)
    } finally {
      if (db.isOpen) db.exec(`PRAGMA busy_timeout = ${BLOCKING_TIMEOUT}`)
    }
  }

  let closing: Promise<void> | undefined
  async function close() {
    await Promise.allSettled([...inFlight, sqliteViews?.ready])
    await logSync.close()
    await checkpoints?.close()
    db.close()
  }

  return {
    ...createReader(deps),
    transactionDeadline,
    async transact(work, { deadline: within = transactionDeadline } = {}) {
      const deadline = startTransactionDeadline(within)
      const transaction = logSync.whenDurable(deadline.inTime(transact(deps, work, deadline)))
      inFlight.add(transaction)
      try {
        return await transaction
      } finally {
        inFlight.delete(transaction)
      }
    },
    async views() {
      if (!sqliteViews) throw new StoreError('The store was opened without views')
      await sqliteViews.ready
      if (!(await withStoreErrors(sqliteViews.isCurrent))) {
        await commits.projectOutstanding(startTransactionDeadline(transactionDeadline))
      }
      return sqliteViews.reader
    },
    // Writers of all processes already wait for each other.
    withLock: createKeyedMutex(),
    viewsBuilt: () => sqliteViews?.progress(),
    viewsBytes: () => bytesOf(db),
    openFeed(collection, listener, options) {
      const feed = openSqliteFeed(deps, collection, listener, options)
      feeds.add(feed)
      return {
        ...feed,
        close() {
          feeds.delete(feed)
          feed.close()
        },
      }
    },
    outdated: (collection, limit) =>
      withStoreErrors(() => statements.documents(declarations.of(collection)).outdated(limit)),
    // Reading the file is faster than reading a snapshot of it.
    writeSnapshots: async () => {},
    feedLags: () => ({}),
    clockError: () => 0,
    ping: () =>
      withStoreErrors(() => {
        logSync.assertSound()
        db.prepare('SELECT rowid FROM sqlite_schema LIMIT 1').get()
      }),
    close() {
      for (const feed of feeds) feed.close()
      sqliteViews?.close()
      return (closing ??= close())
    },
    sentStatements: () => [...statements.texts(), ...(sqliteViews?.texts() ?? [])],
  }
}

const RETRY_INTERVAL = 10

/** SQLite does not wait for a process that is creating the same file: a lock of its kind fails at once. */
function useLog(db: DatabaseSync, timeout: number) {
  const giveUpAt = Date.now() + timeout
  for (;;) {
    try {
      return db.exec('PRAGMA journal_mode = WAL')
    } catch (error) {
      if (!isBusy(error) || Date.now() >= giveUpAt) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_INTERVAL)
    }
  }
}

function openDatabase(
  dataDir: string,
  declarations: Declarations,
  {
    exclusive,
    pageCache,
    openTimeout,
  }: Required<Pick<SqliteOptions, 'exclusive' | 'pageCache' | 'openTimeout'>>,
) {
  const file = join(dataDir, DATABASE_FILE)
  let db: DatabaseSync | undefined
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // SQLite gives its log the file's own mode; only this user may read members' data.
    closeSync(openSync(file, 'a', 0o600))
    db = new DatabaseSync(file, { timeout: openTimeout })
    // Set before the log is opened: a process that has it open holds a lock on the file, even between reads.
    if (exclusive) db.exec('PRAGMA locking_mode = EXCLUSIVE')
    useLog(db, openTimeout)
    // A commit does not wait for the disk, but its transaction does (`log-sync.ts`).
    db.exec('PRAGMA synchronous = NORMAL')
    db.exec(`PRAGMA cache_size = -${pageCache * 1_000}`)
    if (!exclusive) db.exec(`PRAGMA wal_autocheckpoint = ${FALLBACK_FRAMES}`)
    createMissing(db, declarations)
    return db
  } catch (error) {
    db?.close()
    const cause = asStoreError(error)
    if (exclusive && isBusy(error)) {
      throw new StoreUnavailable(`another process has ${file} open: stop the server first`, { cause })
    }
    throw cause instanceof StoreUnavailable
      ? cause
      : new StoreUnavailable(describeSystemError(error) ?? `${file} cannot be opened`, { cause })
  }
}
