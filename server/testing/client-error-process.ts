import type { AddressInfo } from 'node:net'

import { writtenClientErrors } from '#server/features/client-errors/collection.ts'
import { errorGroupCollections } from '#server/features/error-groups/collection.ts'
import { createLogSink } from '#server/lib/log-sink.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'

import { createClientErrorApp } from './client-error-app.ts'

/** A process that takes client errors into its standard output, to be stopped, killed and loaded. Tells its port. */
const [, , dataDir = ''] = process.argv
const sink = createLogSink(1)
const store = openSqliteStore({
  dataDir,
  secret: 'not used here',
  collections: [writtenClientErrors, ...errorGroupCollections],
})
const app = await createClientErrorApp({ sink, store })
/** Beside it the least that any intake does, for the benchmark. */
app.post('/only-parsed', { bodyLimit: 64 * 1024 }, ({ body }) => ({
  accepted: (body as { entries: unknown[] }).entries.length,
}))
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (app.server.address() as AddressInfo).port })

process.once('SIGTERM', async () => {
  await app.close()
  await store.close()
  await sink.close()
  process.exit(0)
})
