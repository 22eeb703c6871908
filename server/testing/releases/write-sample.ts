/**
 * Writes a small SQLite file of a release, with one of everything that waits: `write-sample.ts <file>`. It is run by the
 * code of that release (`make-sample.sh`), so it uses only what releases have in common.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { collections, views } from '#server/collections.ts'
import { createModules } from '#server/modules.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { writtenClientErrors } from '#server/modules/operations/client-errors/entries/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { newcomer } from '#server/modules/people/members/newcomer.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import { person } from '#server/testing/fixtures/event-fixture.ts'
import { connectionIdOf } from '#server/modules/people/connections/connection-state.ts'
import { testPlatform } from '#server/testing/platform.ts'

const [file = ''] = process.argv.slice(2)
const clock = () => Date.parse('2026-03-02T12:00:00Z')
const at = new Date(clock()).toISOString()
const startsAt = '2026-03-09T12:00:00.000Z'
const dataDir = mkdtempSync(join(tmpdir(), 'sample-'))
const store = openSqliteStore({ dataDir, secret: 'sample', collections, views })
const mailer = { send: async () => {}, close() {} }
const modules = createModules({ ...testPlatform({ store, clock }), mailer })
await modules.warmUp()

await store.transact(async (tx) => {
  for (const id of ['host', 'ada', 'ben', 'cleo']) {
    const named = {
      ...newcomer(id, at),
      version: 1,
      displayName: id,
      onboardedAt: at,
      headline: 'Bakes bread',
    }
    tx.put(members, { ...named, role: id === 'host' ? 'organiser' : 'member' })
  }
  tx.put(writtenClientErrors, { id: 'batch', ids: ['first', 'second'], at })
  tx.put(events, eventDocument('full', { startsAt, capacity: 1, hosts: ['host'], createdBy: 'host' }))
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
// This one is not delivered: the process ends.
await commands.sendRequest('cleo', { memberId: 'ada', note: 'Hello' })
await store.close()
writeFileSync(file, gzipSync(readFileSync(join(dataDir, 'store.sqlite')), { level: 9 }))
process.exit()
