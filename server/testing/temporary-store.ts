import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ObservedCall } from '#server/store/firestore-reader.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'

import { recordQuery } from './firestore-queries.ts'

interface StoreOptions {
  deadline?: number
  /** On Firestore only. */
  observe?: (call: ObservedCall) => void
  snapshotInterval?: number
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

function onFile(): TestDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'guildhall-'))
  return {
    open: (collections, { deadline } = {}) =>
      openSqliteStore({ dataDir, collections, secret: SECRET, ...(deadline && { deadline }) }),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

function onProject({ openFirestoreStore }: typeof import('#server/store/firestore.ts')): TestDatabase {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  return {
    open: (collections, { observe, ...options } = {}) =>
      openFirestoreStore({
        projectId,
        collections,
        secret: SECRET,
        ...PATIENT,
        ...options,
        observe(call) {
          recordQuery(call)
          observe?.(call)
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
