/**
 * Writes small stores of a release, with one of everything that waits: `write-sample.ts <file>`, to which it adds
 * `.api.br`, `.sqlite.br` and `.firestore.br`. It is run by the code of that release (`make-sample.sh`), so it uses only what releases
 * have in common.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, zstdDecompressSync } from 'node:zlib'
import { initializeApp } from 'firebase-admin/app'
import { getFirestore, Timestamp } from 'firebase-admin/firestore'

import { buildApp } from '#server/app.ts'
import { collections, views } from '#server/collections.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createModules } from '#server/modules.ts'
import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { openFirestoreStore } from '#server/store/firestore/store.ts'
import type { AnyCollection, Store } from '#server/store/port.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import { person } from '#server/testing/fixtures/event-fixture.ts'
import { testPlatform } from '#server/testing/platform.ts'
import { startFirestoreEmulator } from '#server/tools/firestore-emulator.ts'

const [file = ''] = process.argv.slice(2)
const clock = () => Date.parse('2026-03-02T12:00:00Z')
const at = new Date(clock()).toISOString()
const startsAt = '2026-03-09T12:00:00.000Z'
const options = { secret: 'sample', collections, views }
/** Their files have moved. */
const collectionOf = (name: string): AnyCollection => collections.find((each) => each.name === name)!
const write = (ending: string, content: string | Buffer) =>
  writeFileSync(`${file}.${ending}.br`, brotliCompressSync(content))

const dataDir = mkdtempSync(join(tmpdir(), 'sample-'))
const inFile = openSqliteStore({ dataDir, ...options })
await fill(inFile)
await inFile.close()
write('sqlite', readFileSync(join(dataDir, 'store.sqlite')))

const emulator = await startFirestoreEmulator()
process.env['FIRESTORE_EMULATOR_HOST'] = emulator.host
process.env['METADATA_SERVER_DETECTION'] = 'none'
const inCloud = openFirestoreStore({ projectId: 'sample', ...options })
await fill(inCloud)
write('firestore', JSON.stringify(await exported()))
await inCloud.close()
await emulator.stop()

const empty = openSqliteStore({ dataDir: mkdtempSync(join(tmpdir(), 'sample-')), ...options })
const lifecycle = createLifecycle()
const app = await buildApp({ ...testPlatform({ store: empty, clock }), lifecycle })
await app.ready()
lifecycle.serve()
const description = await app.inject({ url: '/api/openapi.json', headers: { host: 'guildhall.test' } })
write('api', description.body)
process.exit()

async function fill(actual: Store) {
  let isLast = false
  let hasEnded = false
  const store: Store = {
    ...actual,
    async transact(...call) {
      if (hasEnded) await new Promise(() => {})
      const result = await actual.transact(...call)
      hasEnded = isLast
      return result
    },
  }
  const mailer = { send: async () => {}, close() {} }
  const modules = createModules({ ...testPlatform({ store, clock }), mailer })
  await modules.warmUp()
  await store.transact(async (tx) => {
    for (const id of ['host', 'ada', 'ben', 'cleo']) {
      const role = id === 'host' ? 'organiser' : 'member'
      const named = { version: 1, displayName: id, onboardedAt: at, headline: 'Bakes bread', role }
      tx.put(collectionOf('members'), { ...newcomer(id, at), ...named })
    }
    const batch = { id: 'batch', ids: ['first', 'second'], at }
    tx.put(collectionOf('written-client-errors'), batch)
    const event = eventDocument('full', { startsAt, capacity: 1, hosts: ['host'], createdBy: 'host' })
    tx.put(collectionOf('events'), event)
  })
  const { attendance, conversation, meetings, people, notifications } = modules
  // Until 29 November 2026, the module of events had these features.
  const { rsvps, discussion } = { ...modules.events, ...attendance, ...conversation }
  const { commands } = people.connections
  for (const id of ['ada', 'ben']) await rsvps.respond(person(id), 'full', { state: 'going', guests: 0 })
  await commands.sendRequest('ada', { memberId: 'ben', note: 'Hello' })
  await commands.accept('ben', connectionIdOf('ada', 'ben'))
  await discussion.add(person('ada'), 'full', { text: 'Is there a lift?' })
  await meetings.meetings.propose('ada', {
    purpose: 'Who bakes for whom',
    kind: 'advice',
    participants: ['ben'],
    durationMinutes: 60,
    slots: [startsAt],
    place: 'The corner café',
    joinUrl: '',
    agenda: [],
  })
  // Its notifications are delivered, and their emails wait.
  await notifications.notifications.idle()
  await store.views()
  await store.writeSnapshots()
  // This one is not delivered: the process ends.
  isLast = true
  await commands.sendRequest('cleo', { memberId: 'ada', note: 'Hello' })
}

/** All documents as they are in Firestore, by collection, including the file of views. */
async function exported() {
  const db = getFirestore(initializeApp({ projectId: 'sample' }, 'export'))
  const all: Record<string, Record<string, unknown>> = {}
  for (const collection of await db.listCollections()) {
    const { docs } = await collection.get()
    all[collection.id] = Object.fromEntries(docs.map((each) => [each.id, asJson(each.data())]))
  }
  return all
}

/** Times and bytes are marked. Bytes are chunks of the file of views, which Brotli compresses better than Zstandard. */
function asJson(value: unknown): unknown {
  if (value instanceof Timestamp) return { $time: value.toMillis() }
  if (value instanceof Uint8Array) return { $zstd: zstdDecompressSync(value).toString('latin1') }
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asJson(each)]))
}
