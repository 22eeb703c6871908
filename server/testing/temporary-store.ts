import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import type { ObservedCall } from '#server/store/firestore-reader.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import { DATABASE_FILE, openSqliteStore } from '#server/store/sqlite.ts'

import { viewsOf } from '#server/collections.ts'
import type { View } from '#server/views/view.ts'

import { recordQuery } from './firestore-queries.ts'
import { onceInProcess } from './once-in-process.ts'

interface StoreOptions {
  deadline?: number
  /** On Firestore only. */
  observe?: (call: ObservedCall) => void
  snapshotInterval?: number
  viewsDir?: string
  /** All of the collections by default. */
  views?: readonly View[]
}

/** Data of its own. Stores opened from it share it, as replicas do. */
export interface TestDatabase {
  open(collections: readonly AnyCollection[], options?: StoreOptions): Store
  /** After its stores are closed. */
  remove(): void
}

/** The emulator on a busy machine may take longer than Firestore ever does. */
const PATIENT = { deadline: 60_000, readDeadline: 60_000 }
const SECRET = 'a secret that only this test knows'
export const onFirestore = process.env['FIRESTORE_EMULATOR_HOST'] !== undefined

// Its client takes a good part of a second to load.
const firestore = onFirestore ? await import('#server/store/firestore.ts') : undefined

/**
 * How often to check a property of what is stored. A step takes Google's emulator tens of milliseconds; what goes wrong
 * on any store is found by the many runs on SQLite.
 */
export const storedRuns = (onSqlite: number) => (onFirestore ? Math.ceil(onSqlite / 4) : onSqlite)

export const newTestDatabase = (): TestDatabase => (firestore ? onProject(firestore) : onFile())

/** To make tables takes a hundred times as long as to copy them. */
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
      return openSqliteStore({ dataDir, collections, views, secret: SECRET, ...(deadline && { deadline }) })
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

function onProject({ openFirestoreStore }: typeof import('#server/store/firestore.ts')): TestDatabase {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  return {
    open: (collections, { observe, views = viewsOf(collections), ...options } = {}) =>
      openFirestoreStore({
        projectId,
        collections,
        views,
        secret: SECRET,
        ...PATIENT,
        ...options,
        observe(call) {
          recordQuery(call)
          if (!call.listener) observe?.(call)
        },
      }),
    remove: () => {},
  }
}

/** A real store of its own, whose data goes when it is closed: SQLite, or Firestore in the tests that run on it. */
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
