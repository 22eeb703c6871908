import { randomUUID } from 'node:crypto'
import { accessSync, constants, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { type Firestore, getFirestore } from 'firebase-admin/firestore'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import { createKeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import { openReplicaViews, type ReplicaViews } from '#server/views/replica.ts'
import type { View } from '#server/views/view.ts'
import { createCursorSeal } from '#server/store/cursor.ts'
import { declareAll } from '#server/store/declaration.ts'
import {
  type AnyCollection,
  type Store,
  StoreError,
  StoreUnavailable,
  TRANSACTION_DEADLINE,
} from '#server/store/port.ts'
import { SILENT, type StoreLog } from '#server/store/store-log.ts'
import { startTransactionDeadline } from '#server/store/transaction-deadline.ts'

import { createCircuitBreaker } from './circuit-breaker.ts'
import { callUntil, CLIENT_SETTINGS, resetConnections } from './calls.ts'
import { asStoreError } from './errors.ts'
import { createFirestoreFeeds } from './feed/feeds.ts'
import { createHeartbeat, writeWith } from './feed/heartbeat.ts'
import { createListen } from './feed/listen.ts'
import { createListenStream } from './feed/stream.ts'
import { createFirestoreLocks } from './locks.ts'
import { createReader, type ObservedCall, type Source, VERSION_FIELD } from './reader.ts'
import { transact } from './transaction.ts'
import { createViewSnapshots, USABLE_FOR } from './view-snapshots.ts'
import { createRightOfWay } from './right-of-way.ts'

export interface FirestoreOptions {
  projectId: string
  /** `(default)` unless given. */
  databaseId?: string
  /** Seals cursors; must be the same on every replica. */
  secret: string
  collections: readonly AnyCollection[]
  /** Views of the collections. Empty for a program that only reads documents. */
  views?: readonly View[]
  /** Folder that keeps the file of views for the next process. Without it, the file is temporary. */
  viewsDir?: string
  /** Notified when Firestore becomes unreachable, and when it is back. */
  log?: StoreLog
  /** For tests. */
  observe?: (call: ObservedCall) => void
  /** Milliseconds for a transaction. */
  deadline?: number
  /** Milliseconds for a read outside transactions. */
  readDeadline?: number
  /** Milliseconds between snapshots of the views, across all processes. */
  snapshotInterval?: number
}

const DEFAULT_DATABASE = '(default)'
const READ_DEADLINE = 5 * SECOND
const PING_DEADLINE = 3 * SECOND
const SNAPSHOT_INTERVAL = 50 * MINUTE
/** Milliseconds. A process whose feeds are behind for longer shows outdated data. */
const MAX_BEHIND = MINUTE

let opened = 0

/** Any number of replicas may share the database. Uses Google's application default credentials. */
export function openFirestoreStore({
  projectId,
  databaseId = DEFAULT_DATABASE,
  secret,
  collections,
  views = [],
  viewsDir,
  log = SILENT,
  observe,
  deadline: transactionDeadline = TRANSACTION_DEADLINE,
  readDeadline = READ_DEADLINE,
  snapshotInterval: interval = SNAPSHOT_INTERVAL,
}: FirestoreOptions): Store {
  const declarations = declareAll(collections)
  const app = initializeApp({ projectId }, `store ${(opened += 1)}`)
  const db = getFirestore(app, databaseId)
  db.settings(CLIENT_SETTINGS)
  const breaker = createCircuitBreaker({ ping: () => ping(db), reset: resetConnections, log })
  const read = <T>(call: () => Promise<T>) => breaker.run(() => withDeadline(readDeadline, call))
  const readerDeps = { db, declarations, cursors: createCursorSeal(secret), observe }
  const reader = createReader(readerDeps, outsideTransactions(db, read))
  const snapshots = createViewSnapshots({ db, read, observe, interval, log })
  const database = `projects/${projectId}/databases/${databaseId}`
  const heartbeat = createHeartbeat({ database, write: writeWith(db, read), log })
  const listen = createListen(database)
  const stream = createListenStream({ listen, heartbeat, log })
  const feeds = createFirestoreFeeds({ database, stream, declarations, reader, read, observe })
  const deps = { ...readerDeps, breaker, feeds, rightOfWay: createRightOfWay(), retries: createKeyedMutex() }
  const locks = createFirestoreLocks({ db, call: read })
  const inFlight = new Set<Promise<unknown>>()
  const temporary = join(tmpdir(), `guildhall-views-${randomUUID()}`)
  let replicaViews: ReplicaViews | undefined
  let opening: Promise<ReplicaViews> | undefined
  async function openViews() {
    if (views.length === 0) throw new StoreError('The store was opened without views')
    replicaViews = await openReplicaViews({
      folder: viewsDir !== undefined && isWritable(viewsDir, log) ? viewsDir : temporary,
      source: await read(snapshots.source),
      oldest: () => new Date(Date.now() - USABLE_FOR).toISOString(),
      restore: snapshots.restore,
      views,
      openFeed: (collection, listener, since) => feeds.open(collection, listener, { since }),
      log,
    })
    return replicaViews
  }
  async function untilClosed<T>(operation: Promise<T>): Promise<T> {
    inFlight.add(operation)
    try {
      return await operation
    } finally {
      inFlight.delete(operation)
    }
  }
  let closing: Promise<void> | undefined

  return {
    ...reader,
    openFeed: feeds.open,
    transactionDeadline,
    transact(work, { deadline: within = transactionDeadline } = {}) {
      const deadline = startTransactionDeadline(within)
      return untilClosed(breaker.run(() => deadline.inTime(transact(deps, work, deadline))))
    },
    async views() {
      opening ??= openViews().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return (await opening).read()
    },
    withLock: (id, work) => untilClosed(locks(id, work)),
    viewsBuilt: () => replicaViews?.progress(),
    viewsBytes: () => replicaViews?.bytes(),
    async outdated(collection, limit) {
      if (collection.schemaVersion === 1) return []
      const { name } = declarations.of(collection)
      const outdated = db.collection(name).where(VERSION_FIELD, '<', collection.schemaVersion).select()
      const { docs } = await read(() => outdated.limit(limit).get())
      return docs.map(({ id }) => id)
    },
    feedLags: () => feeds.lags(heartbeat.delay()),
    clockError: heartbeat.clockError,
    async writeSnapshots() {
      if (replicaViews && replicaViews.progress() === undefined) await snapshots.save(replicaViews.copy)
    },
    async ping() {
      await breaker.run(() => ping(db))
      replicaViews?.assertSound()
      feeds.assertCurrent(MAX_BEHIND)
    },
    close() {
      replicaViews?.close()
      feeds.close()
      stream.close()
      return (closing ??= Promise.allSettled([...inFlight, opening?.then((replica) => replica.close())]).then(
        () => {
          rmSync(temporary, { recursive: true, force: true })
          breaker.stop()
          return deleteApp(app)
        },
      ))
    },
  }
}

function isWritable(folder: string, log: StoreLog) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    return true
  } catch (err) {
    log.warn({ err, folder }, 'views are in a temporary folder and are rebuilt at each start')
    return false
  }
}

type Read = <T>(call: () => Promise<T>) => Promise<T>

const outsideTransactions = (db: Firestore, read: Read): Source => ({
  documents: (references) => read(() => db.getAll(...references)),
  query: async (query) => (await read(() => query.get())).docs,
  count: async (query) => (await read(() => query.count().get())).data().count,
})

const ping = (db: Firestore) => withDeadline(PING_DEADLINE, () => db.doc('health/ready').get())

async function withDeadline<T>(milliseconds: number, call: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    late.reject(new StoreUnavailable(`Firestore did not answer within ${milliseconds} ms`))
  }, milliseconds)
  try {
    return await Promise.race([callUntil({ until: Date.now() + milliseconds }, call), late.promise])
  } catch (error) {
    throw asStoreError(error)
  } finally {
    clearTimeout(timer)
  }
}
