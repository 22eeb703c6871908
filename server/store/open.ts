import type { View } from '#server/views/view.ts'

import type { AnyCollection, Store } from './port.ts'
import type { StoreLog } from './store-log.ts'

export interface StoreOptions {
  store: 'sqlite' | 'firestore'
  /** Of SQLite; with Firestore, of the file of views. */
  dataDir: string
  /** For SQLite: refuse to open what another process has open, and keep it from opening it. */
  exclusive?: boolean
  /** For Firestore. */
  projectId: string
  databaseId: string
  secret: string
  collections: readonly AnyCollection[]
  /** What screens are answered from. None for a program that reads documents alone. */
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
    // Its client takes a good part of a second to load, so only where it is used.
    const { openFirestoreStore } = await import('./firestore.ts')
    return openFirestoreStore({ projectId, databaseId, viewsDir: dataDir, ...rest })
  }
  const { openSqliteStore } = await import('./sqlite.ts')
  return openSqliteStore({ dataDir, exclusive, ...rest })
}
