import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'

import { DAY } from '#shared/lib/durations.ts'
import { collections, views } from '#server/collections.ts'
import type { Message } from '#server/mail/port.ts'
import { createModules } from '#server/modules.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { allOf } from '#server/store/all-of.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import { outdatedCollections } from '#server/store/outdated.ts'
import { DATABASE_FILE, openSqliteStore } from '#server/store/sqlite/store.ts'
import { migrateCollection } from '#server/tasks/migrate.ts'
import { userOf } from '#server/testing/fixtures/sender-fixture.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { expectViewsEqualRebuild } from '#server/testing/views-check.ts'

/**
 * Files that the last three releases wrote, named by their commits, oldest first. For the next one, run
 * `sh server/testing/releases/make-sample.sh <commit>` and delete the first.
 */
const SAMPLES = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sqlite.gz'))
/** The time of the samples. */
const THEN = Date.parse('2026-03-02T12:00:00Z')

function unpack(sample: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'release-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const file = join(dataDir, DATABASE_FILE)
  writeFileSync(file, gunzipSync(readFileSync(join(import.meta.dirname, sample))))
  return { dataDir, stored: documentsIn(file) }
}

/** Documents as the release has written them, without reading them as this one does. */
function documentsIn(file: string) {
  const db = new DatabaseSync(file, { readOnly: true })
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%body TEXT%'`)
    .all()
  const stored = tables.flatMap(({ name }) => {
    const rows = db.prepare(`SELECT version, body FROM "${String(name)}" ORDER BY id`).all()
    return rows.map(({ version, body }) => ({
      collection: String(name),
      version: Number(version),
      document: JSON.parse(String(body)) as { id: string },
    }))
  })
  db.close()
  return stored
}

function open(dataDir: string) {
  const store = openSqliteStore({ dataDir, secret: 'sample', collections, views })
  onTestFinished(() => store.close())
  return store
}

/** Expects every stored document as it was, or migrated where its collection has another shape now. */
async function expectAll(store: Store, stored: ReturnType<typeof documentsIn>) {
  for (const { collection: name, version, document } of stored) {
    const collection: AnyCollection = collections.find((each) => each.name === name)!
    const { schemaVersion, migrate } = collection
    const expected = version < schemaVersion && migrate ? migrate({ ...document }, version) : document
    expect(await store.get(collection, document.id), `${name} ${document.id}`).toEqual(expected)
  }
}

test('there are samples of three releases, with documents of many collections', () => {
  expect(SAMPLES).toHaveLength(3)
  for (const sample of SAMPLES) {
    const found = new Set(unpack(sample).stored.map(({ collection }) => collection))
    for (const name of [
      'members',
      'events',
      'rsvps',
      'connections',
      'meetings',
      'emails',
      'outbox',
      'written-client-errors',
    ])
      expect(found).toContain(name)
  }
})

/** Collections of which an earlier release cannot read documents that this one writes, by its commit. */
const UNREADABLE: Record<string, readonly string[]> = { '8f10aa8d': ['written-client-errors'] }

test.for(SAMPLES)('an earlier release can read what this one writes, except as listed: %s', (sample) => {
  const versions = new Map(unpack(sample).stored.map(({ collection, version }) => [collection, version]))
  const unreadable = collections.filter(
    ({ name, schemaVersion }) => schemaVersion > (versions.get(name) ?? schemaVersion),
  )
  expect(unreadable.map(({ name }) => name)).toEqual(UNREADABLE[sample.split('.')[0]!] ?? [])
})

test.for(SAMPLES)(
  'a store of an earlier release keeps its documents, also in the migration, and gets current views: %s',
  async (sample) => {
    const { dataDir, stored } = unpack(sample)
    const store = open(dataDir)
    await expectAll(store, stored)
    for (const collection of collections) await migrateCollection(store, collection)
    expect(await outdatedCollections(store, collections)).toEqual([])
    await expectAll(store, stored)
    await expectViewsEqualRebuild(store)
  },
)

test.for(SAMPLES)(
  'a notification and the emails that wait in a store of an earlier release are delivered once: %s',
  async (sample) => {
    const { dataDir, stored } = unpack(sample)
    const store = open(dataDir)
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
  },
)
