import type { Config } from '#server/config.ts'

import type { AnyCollection, Store } from './port.ts'

/** The store that the configuration names. */
export async function openStore(
  { store, dataDir, secret, client }: Config,
  collections: readonly AnyCollection[],
): Promise<Store> {
  if (store === 'firestore') {
    // Takes a third of a second to load, so only where it is used.
    const { openFirestoreStore } = await import('./firestore.ts')
    return openFirestoreStore({ projectId: client.FIREBASE_PROJECT_ID, secret, collections })
  }
  const { openSqliteStore } = await import('./sqlite.ts')
  return openSqliteStore({ dataDir, secret, collections })
}
