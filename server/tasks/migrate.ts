/**
 * `node server/tasks/migrate.ts` rewrites every document of an earlier release in its current shape. The server may
 * run meanwhile: it migrates on read, and each batch is a transaction. Queries find a document by a new field only
 * once this has run.
 */
import { collections } from '#server/collections.ts'
import { readConfig, storeSettings } from '#server/config/config.ts'
import { chapterMemberships } from '#server/modules/chapters/memberships/collection.ts'
import { runOrExplain } from '#server/startup.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'

import { completeMemberships } from './complete-memberships.ts'
import { openExistingStore } from './stores/existing-store.ts'

// Documents can be large, and Firestore commits at most 10 MiB at once.
const BATCH = 8

/** Append-only documents have to be migrated, too. */
const rewritable = collections.map((collection) =>
  collection.appendOnly ? { ...collection, appendOnly: false } : collection,
)

/** @returns the number of documents that were rewritten */
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
  const store = await openExistingStore({
    ...storeSettings(readConfig(process.env)),
    collections: rewritable,
  })
  for (const collection of rewritable) {
    const migrated = await migrateCollection(store, collection)
    process.stdout.write(`${collection.name}: ${migrated} to version ${collection.schemaVersion}\n`)
  }
  process.stdout.write(`${chapterMemberships.name}: ${await completeMemberships(store)} completed\n`)
  await store.close()
}

if (import.meta.main) await runOrExplain(migrateAll)
