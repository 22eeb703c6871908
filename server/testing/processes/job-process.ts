/** A separate process that expires offers when it reads a line: `job-process.ts <dataDir>`. */
import { once } from 'node:events'

import { viewsOf } from '#server/collections.ts'
import { systemClock } from '#server/lib/clock.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { EVENT_COLLECTIONS, eventReplica } from '#server/testing/fixtures/event-fixture.ts'

const [dataDir = ''] = process.argv.slice(2)
const store = openSqliteStore({
  dataDir,
  secret: 'a secret of the test',
  collections: EVENT_COLLECTIONS,
  views: viewsOf(EVENT_COLLECTIONS),
})
const { rsvps } = eventReplica(store, systemClock)

process.stdout.write('ready\n')
await once(process.stdin, 'data')
await rsvps.expireOffers()
await store.close()
process.exit()
