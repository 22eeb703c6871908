/**
 * `node server/tasks/migrate.ts` stores anew, in its present shape, every document that an earlier release stored.
 * The server may run meanwhile: it migrates on read, and each batch is a transaction. Queries find a document by a
 * new field only once this has run.
 */
import { collections } from '#server/collections.ts'
import { readConfig, storeSettings } from '#server/config.ts'
import { runOrExplain } from '#server/lib/startup.ts'
import { openStore } from '#server/store/open.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'

// Documents can be large, and Firestore commits at most 10 MiB at once.
const BATCH = 8

/** What is append-only has to get its present shape, too. */
const rewritable = collections.map((collection) => ({ ...collection, appendOnly: false }))

/** @returns how many documents were stored anew */
export async function migrateCollection(store: Store, collection: AnyCollection): Promise<number> {
  let migrated = 0
  for (;;) {
    const ids = await store.outdated(collection, BATCH)
    if (ids.length === 0) return migrated
    await store.transact(async (tx) => {
      for (const document of await tx.getMany(collection, ids)) if (document) tx.put(collection, document)
    })
    migrated += ids.length
  }
}

async function migrateAll() {
  const store = await openStore({ ...storeSettings(readConfig(process.env)), collections: rewritable })
  for (const collection of rewritable) {
    const migrated = await migrateCollection(store, collection)
    process.stdout.write(`${collection.name}: ${migrated} to version ${collection.schemaVersion}\n`)
  }
  await store.close()
}

if (import.meta.main) await runOrExplain(migrateAll)
