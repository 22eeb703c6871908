/**
 * `node server/tasks/migrate.ts` stores anew, in its present shape, every document that an earlier release stored.
 * The server may run meanwhile: it migrates on read, and each batch is a transaction. Queries find a document by a
 * new field only once this has run.
 */
import { collections } from '#server/collections.ts'
import { readConfig, storeSettings } from '#server/config.ts'
import { meetings } from '#server/features/meetings/collection.ts'
import type { MeetingDocument } from '#server/features/meetings/document.ts'
import { openPromises, withDerived } from '#server/features/meetings/state.ts'
import { eachOf } from '#server/lib/all-of.ts'
import { type Clock, systemClock } from '#server/lib/clock.ts'
import { runOrExplain } from '#server/lib/startup.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'

import { openExistingStore } from './existing-store.ts'

// Documents can be large, and Firestore commits at most 10 MiB at once.
const BATCH = 8
const HELD = { where: { state: 'held' }, orderBy: 'startsAt' }

/** What is append-only has to get its present shape, too. */
const rewritable = collections.map((collection) =>
  collection.appendOnly ? { ...collection, appendOnly: false } : collection,
)

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

const lacksDays = (meeting: MeetingDocument) => !meeting.dueDays && openPromises(meeting).length > 0

/**
 * Promises of releases without reminders get the days on which they are due. They have the present version: a later one
 * would keep these releases from reading them.
 * @returns of how many meetings
 */
export async function addDueDays(store: Store, clock: Clock): Promise<number> {
  let changed = 0
  for await (const found of eachOf(store, meetings, HELD)) {
    if (!lacksDays(found)) continue
    await store.transact(async (tx) => {
      const meeting = await tx.get(meetings, found.id)
      if (meeting && lacksDays(meeting)) tx.put(meetings, withDerived(meeting, clock()))
    })
    changed += 1
  }
  return changed
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
  const remindedOf = await addDueDays(store, systemClock)
  process.stdout.write(`meetings: ${remindedOf} with promises to be reminded of\n`)
  await store.close()
}

if (import.meta.main) await runOrExplain(migrateAll)
