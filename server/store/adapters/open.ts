import type { View } from '#server/views/view.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import type { StoreLog } from '#server/store/store-log.ts'

export interface StoreOptions {
  store: 'sqlite' | 'firestore'
  /** Folder of the SQLite file, or with Firestore of the file of views. */
  dataDir: string
  /** SQLite only: refuses to open a file that another process has open, and keeps others from opening it. */
  exclusive?: boolean
  /** Firestore only. */
  projectId: string
  databaseId: string
  secret: string
  collections: readonly AnyCollection[]
  /** Views that screens are read from. Empty for a program that only reads documents. */
  views?: readonly View[]
  log?: StoreLog
}

export async function openStore({
  store,
  dataDir,
  exclusive = false,
  projectId,
  databaseId,
  ...rest
}: StoreOptions): Promise<Store> {
  if (store === 'firestore') {
    // Loaded only where it is used: its client takes a good part of a second to load.
    const { openFirestoreStore } = await import('#server/store/firestore/store.ts')
    return openFirestoreStore({ projectId, databaseId, viewsDir: dataDir, ...rest })
  }
  const { openSqliteStore } = await import('#server/store/sqlite/store.ts')
  return openSqliteStore({ dataDir, exclusive, ...rest })
}
