/** `npm run seed -- --members 100000`: adds members to the demo's data, for measurements. The demo can keep running. */
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { collections, views } from '#server/collections.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { addBulkMembers } from '#server/tools/bulk-members.ts'

const MAX_MEMBERS = 1_000_000

const count = wanted()
const dataDir = join(process.env['DATA_DIR'] || '.data', 'demo')
mkdirSync(dataDir, { recursive: true })

const began = Date.now()
const store = openSqliteStore({
  dataDir,
  // It seals cursors, which are not used here.
  secret: randomUUID(),
  collections,
  views,
  // Each member is in indexes all over the file: with the pages of a server, a million take three times as long.
  pageCache: 1_000,
})
await addBulkMembers(store, count, Date.now(), (added) => process.stdout.write(`\r${added} of ${count}`))
await store.close()
process.stdout.write(`\nAdded to ${dataDir} in ${Math.round((Date.now() - began) / 1000)} s.\n`)

function wanted() {
  try {
    const { members = '' } = parseArgs({ options: { members: { type: 'string' } } }).values
    if (/^\d{1,7}$/.test(members) && Number(members) >= 1 && Number(members) <= MAX_MEMBERS)
      return Number(members)
  } catch {
    // An unknown option: the usage lists the valid ones.
  }
  process.stderr.write(`Usage: npm run seed -- --members <1 to ${MAX_MEMBERS}>\n`)
  process.exit(1)
}
