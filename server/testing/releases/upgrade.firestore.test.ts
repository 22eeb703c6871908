import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import { deleteApp, initializeApp } from 'firebase-admin/app'
import { getFirestore, Timestamp } from 'firebase-admin/firestore'
import { expect, onTestFinished, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { collections, views } from '#server/collections.ts'
import { openFirestoreStore } from '#server/store/firestore/store.ts'

import {
  expectDelivered,
  expectUpgraded,
  RELEASES,
  sampleOf,
  type Stored,
  temporaryFolder,
} from './samples.ts'

type Export = Record<string, Record<string, Record<string, unknown>>>

/** A database with everything that the release has stored until now, and a store of this release on it. */
async function open(release: string, omitted: readonly string[] = []) {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  const all = JSON.parse(sampleOf(release, 'firestore').toString()) as Export
  const { $time: savedAt } = all['view-snapshots']!['latest']!['savedAt'] as { $time: number }
  const age = Date.now() - MINUTE - savedAt
  const app = initializeApp({ projectId }, projectId)
  const db = getFirestore(app)
  for (const name of omitted) delete all[name]
  for (const [name, documents] of Object.entries(all))
    for (const [id, document] of Object.entries(documents))
      await db
        .collection(name)
        .doc(id)
        .set(fromJson(document, age) as object)
  await deleteApp(app)

  let documentsRead = 0
  const store = openFirestoreStore({
    projectId,
    secret: 'sample',
    collections,
    views,
    observe: (call) => void (documentsRead += call.documents),
  })
  onTestFinished(() => store.close())
  return { store, stored: documentsIn(all), reads: () => documentsRead }
}

/** Reverses `asJson` of `write-sample.ts`. @param age milliseconds by which all times are moved */
function fromJson(value: unknown, age: number): unknown {
  if (Array.isArray(value)) return value.map((each) => fromJson(each, age))
  if (typeof value !== 'object' || value === null) return value
  if ('$time' in value) return Timestamp.fromMillis((value.$time as number) + age)
  if ('$zstd' in value)
    return zstdCompressSync(withPositions(Buffer.from(value.$zstd as string, 'latin1'), age))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fromJson(each, age)]))
}

/** The file of views, whose positions are moved too. */
function withPositions(content: Buffer, age: number) {
  const file = join(temporaryFolder(), 'views.sqlite')
  writeFileSync(file, content)
  const db = new DatabaseSync(file)
  const update = db.prepare('UPDATE _replica SET position = ? WHERE collection = ?')
  for (const { collection, position } of db.prepare('SELECT * FROM _replica').all())
    update.run(isoInstant(Date.parse(String(position)) + age), collection!)
  db.close()
  return readFileSync(file)
}

const documentsIn = (all: Export): Stored =>
  Object.entries(all).flatMap(([collection, documents]) =>
    collections.some(({ name }) => name === collection)
      ? Object.values(documents).map(({ _version, _commit, _changedAt, _expiresAt, ...document }) => ({
          collection,
          version: Number(_version),
          document: document as { id: string },
        }))
      : [],
  )

test.for(RELEASES)(
  'a Firestore of an earlier release keeps its documents, also in the migration, and gets current views: %s',
  async (release) => {
    const { store, stored } = await open(release)
    await expectUpgraded(store, stored)
  },
)

test.for(RELEASES)(
  'a notification and the emails that wait in a Firestore of an earlier release are delivered once: %s',
  async (release) => {
    const { store, stored } = await open(release)
    await expectDelivered(store, stored)
  },
)

test('views start from the file of the previous release, and read fewer documents than without it', async () => {
  const documentsRead = async (omitted: readonly string[]) => {
    const { store, reads } = await open(RELEASES.at(-1)!, omitted)
    await store.views()
    return reads()
  }
  expect(await documentsRead([])).toBeLessThan(await documentsRead(['view-snapshots']))
})
