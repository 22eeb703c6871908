/**
 * Stores input that waits for a connection, and writes the storage as JSON: `write-browser-sample.ts <file>`. It is run by the code
 * of a release (`server/testing/releases/make-sample.sh`).
 */
import { writeFileSync } from 'node:fs'

import { createErrorOutbox } from '#client/lib/error-log/outbox.ts'
import { writeDraft } from '#client/lib/storage/drafts.ts'
import { OfflineError } from '#client/lib/request-errors.ts'
import { createCheckInQueue } from '#client/modules/attendance/check-in/queue.ts'
import { createRsvpQueue } from '#client/modules/attendance/rsvps/unsent/queue.ts'
import { tabStorage } from '#client/lib/storage/storage.ts'
import { errorEntry } from '#client/testing/error-entries.ts'
import { createMemoryStorage } from '#client/testing/memory-storage.ts'

const [file = ''] = process.argv.slice(2)

const storage = createMemoryStorage()
const time = { now: () => 1_000, after: () => () => {} }
const offline = async () => {
  throw new OfflineError()
}
const rsvps = createRsvpQueue({
  storage,
  prefix: 'unsent:ada:rsvp:',
  locks: undefined,
  ...time,
  send: offline,
  explain: () => '',
  onSent: () => {},
})
void rsvps.respond({ eventId: 'supper', title: 'Supper', state: 'going', guests: 1 })
const checkIns = createCheckInQueue({ storage, prefix: 'unsent:ada:check-in:', ...time, newId: () => 'one' })
checkIns.add({ eventId: 'evening', memberId: 'grace', name: 'Grace', at: '2026-12-03T18:00:00.000Z' })
createErrorOutbox({ storage, tabId: 'tab', dropped: { add() {} } as never, makeRoom: () => false }).put(
  errorEntry(),
)
writeDraft('profile', { headline: 'Bakes bread' })

const textsOf = ({ keys, read }: typeof storage) => Object.fromEntries(keys().map((key) => [key, read(key)]))
writeFileSync(file, `${JSON.stringify({ device: textsOf(storage), tab: textsOf(tabStorage) }, null, 2)}\n`)
process.exit()
