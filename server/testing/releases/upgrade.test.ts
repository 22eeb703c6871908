import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'

import { API_VERSION } from '#shared/lib/api-version.ts'
import { collections, views } from '#server/collections.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'

import { expectDelivered, expectUpgraded, RELEASES, type Stored, unpackFile } from './samples.ts'

function documentsIn(file: string): Stored {
  using db = new DatabaseSync(file, { readOnly: true })
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%body TEXT%'`)
    .all()
  return tables.flatMap(({ name }) => {
    const rows = db.prepare(`SELECT version, body FROM "${String(name)}" ORDER BY id`).all()
    return rows.map(({ version, body }) => ({
      collection: String(name),
      version: Number(version),
      document: JSON.parse(String(body)) as { id: string },
    }))
  })
}

function open(release: string) {
  const { dataDir, file } = unpackFile(release)
  const stored = documentsIn(file)
  const store = openSqliteStore({ dataDir, secret: 'sample', collections, views })
  onTestFinished(() => store.close())
  return { store, stored }
}

test('there are samples of three releases up to this API, with documents of many collections', () => {
  expect(RELEASES).toHaveLength(3)
  expect(RELEASES.at(-1)).toMatch(new RegExp(`^api-${API_VERSION}\\.`))
  for (const release of RELEASES) {
    const found = new Set(documentsIn(unpackFile(release).file).map(({ collection }) => collection))
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

/** Collections of which an earlier release cannot read documents that this one writes. */
const UNREADABLE: Record<string, readonly string[]> = {}

test.for(RELEASES)('an earlier release can read what this one writes, except as listed: %s', (release) => {
  const versions = new Map(open(release).stored.map(({ collection, version }) => [collection, version]))
  const unreadable = collections.filter(
    ({ name, schemaVersion }) => schemaVersion > (versions.get(name) ?? schemaVersion),
  )
  expect(unreadable.map(({ name }) => name)).toEqual(UNREADABLE[release] ?? [])
})

test.for(RELEASES)(
  'a store of an earlier release keeps its documents, also in the migration, and gets current views: %s',
  async (release) => {
    const { store, stored } = open(release)
    await expectUpgraded(store, stored)
  },
)

test.for(RELEASES)(
  'a notification and the emails that wait in a store of an earlier release are delivered once: %s',
  async (release) => {
    const { store, stored } = open(release)
    await expectDelivered(store, stored)
  },
)
