import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { MINUTE } from '#shared/lib/durations.ts'
import type { ObservedCall } from '#server/store/firestore/reader.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import { DATABASE_FILE, openSqliteStore } from '#server/store/sqlite/store.ts'
import { viewsOf } from '#server/collections.ts'
import type { View } from '#server/views/view.ts'

import { recordQuery } from './setup/firestore-queries.ts'
import { onceInProcess } from './once-in-process.ts'

interface StoreOptions {
  deadline?: number
  /** Firestore only. */
  observe?: (call: ObservedCall) => void
  snapshotInterval?: number
  viewsDir?: string
  /** Defaults to all views of the collections. */
  views?: readonly View[]
}

/** A separate database. Stores opened from it share its data, as replicas do. */
export interface TestDatabase {
  open(collections: readonly AnyCollection[], options?: StoreOptions): Store
  /** Called after its stores are closed. */
  remove(): void
}

/** The emulator on a busy machine may take longer than Firestore ever does. */
const LONG_DEADLINES = { deadline: MINUTE, readDeadline: MINUTE }
const SECRET = 'a secret that only this test knows'
export const onFirestore = process.env['FIRESTORE_EMULATOR_HOST'] !== undefined

// Its client takes a good part of a second to load.
const firestore = onFirestore ? await import('#server/store/firestore/store.ts') : undefined

/**
 * Number of runs for a property of stored data. A step takes Google's emulator tens of milliseconds; errors that
 * occur on any store are found by the many runs on SQLite.
 */
export const storedRuns = (onSqlite: number) => (onFirestore ? Math.ceil(onSqlite / 4) : onSqlite)

export const newTestDatabase = (): TestDatabase => (firestore ? onProject(firestore) : onFile())

/** Creating tables takes a hundred times as long as copying them. */
function emptyStoreOf(collections: readonly AnyCollection[], views: readonly View[]): Buffer {
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-'))
  void openSqliteStore({ dataDir, collections, views, secret: SECRET }).close()
  const name = join(dataDir, DATABASE_FILE)
  const db = new DatabaseSync(name)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  db.close()
  const file = readFileSync(name)
  rmSync(dataDir, { recursive: true, force: true })
  return file
}

function onFile(): TestDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-'))
  const file = join(dataDir, DATABASE_FILE)
  return {
    open(collections, { deadline, views = viewsOf(collections) } = {}) {
      if (!existsSync(file)) {
        const empty = onceInProcess(`empty store of ${JSON.stringify([collections, views])}`, () =>
          emptyStoreOf(collections, views),
        )
        writeFileSync(file, empty, { mode: 0o600 })
      }
      return openSqliteStore({ dataDir, collections, views, secret: SECRET, deadline })
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

function onProject({ openFirestoreStore }: typeof import('#server/store/firestore/store.ts')): TestDatabase {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  return {
    open: (collections, { observe, views = viewsOf(collections), ...options } = {}) =>
      openFirestoreStore({
        projectId,
        collections,
        views,
        secret: SECRET,
        ...LONG_DEADLINES,
        ...options,
        observe(call) {
          recordQuery(call)
          if (!call.listener) observe?.(call)
        },
      }),
    remove: () => {},
  }
}

/**
 * A real temporary store: SQLite, or Firestore in the tests that run on it. Its data is deleted when it is closed.
 */
export function openTemporaryStore(collections: readonly AnyCollection[]) {
  const database = newTestDatabase()
  const store = database.open(collections)
  return {
    ...store,
    async close() {
      await store.close()
      database.remove()
    },
  }
}
