import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import type { Message } from '#server/mail/port.ts'
import { createModules } from '#server/modules.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import { outdatedCollections } from '#server/store/outdated.ts'
import { DATABASE_FILE } from '#server/store/sqlite/store.ts'
import { migrateCollection } from '#server/tasks/migrate.ts'
import { userOf } from '#server/testing/fixtures/sender-fixture.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { expectViewsEqualRebuild } from '#server/testing/views-check.ts'

/**
 * The last three releases, oldest first, by the version of their API. For the next one, run `make-sample.sh` and delete
 * the files of the first.
 */
export const RELEASES = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.sqlite.br'))
  .map((name) => name.slice(0, -'.sqlite.br'.length))
  .toSorted(new Intl.Collator('en', { numeric: true }).compare)
/** The time of the samples. */
const THEN = Date.parse('2026-03-02T12:00:00Z')

/** Documents as the release has written them, without reading them as this one does. */
export type Stored = readonly { collection: string; version: number; document: { id: string } }[]

export const sampleOf = (release: string, kind: 'api' | 'sqlite' | 'firestore') =>
  brotliDecompressSync(readFileSync(join(import.meta.dirname, `${release}.${kind}.br`)))

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** @returns a folder with the store's file */
export function unpackFile(release: string) {
  const dataDir = temporaryFolder()
  const file = join(dataDir, DATABASE_FILE)
  writeFileSync(file, sampleOf(release, 'sqlite'))
  return { dataDir, file }
}

/** Expects current views, and every document as it was, or migrated where its collection has another shape now. */
export async function expectUpgraded(store: Store, stored: Stored) {
  await expectAll(store, stored)
  for (const collection of collections) await migrateCollection(store, collection)
  expect(await outdatedCollections(store, collections)).toEqual([])
  await expectAll(store, stored)
  await expectViewsEqualRebuild(store)
}

async function expectAll(store: Store, stored: Stored) {
  for (const { collection: name, version, document } of stored) {
    const collection: AnyCollection = collections.find((each) => each.name === name)!
    const { schemaVersion, migrate } = collection
    const expected = version < schemaVersion && migrate ? migrate({ ...document }, version) : document
    expect(await store.get(collection, document.id), `${name} ${document.id}`).toEqual(expected)
  }
}

/** Expects that what waits in the outbox and as emails is delivered once. */
export async function expectDelivered(store: Store, stored: Stored) {
  const received: Message[] = []
  const platform = testPlatform({ store, clock: () => THEN + DAY })
  const { notifications: module, warmUp } = createModules({
    ...platform,
    identity: {
      ...platform.identity,
      lookupUsers: async (uids) => new Map(uids.map((uid) => [uid, userOf(uid)])),
    },
    mailer: { send: async (message, before) => (await before(), void received.push(message)), close() {} },
  })
  await warmUp()
  for (let round = 0; round < 2; round += 1) {
    await module.notifications.deliverDue()
    await module.emails.sendDue()
  }
  expect(await store.count(outbox, {})).toBe(0)
  const before = stored.filter(({ collection }) => collection === 'notifications').length
  expect(await allOf(store, notifications, {})).toHaveLength(before + 1)
  expect(received.map(({ to, subject }) => `${to.address}: ${subject}`).toSorted()).toEqual([
    'ada@guildhall.test: You’re going: Event full, Mon 9 Mar 2026, 12:00, UTC',
    'ada@guildhall.test: ben accepted your request. You’re connected',
    'ada@guildhall.test: cleo wants to connect',
    'ben@guildhall.test: Growth meeting proposed: Who bakes for whom, vote by Mon 9 Mar 2026, 12:00, UTC',
  ])
}
