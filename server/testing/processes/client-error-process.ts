import { writtenClientErrors } from '#server/modules/operations/client-errors/entries/collection.ts'
import { errorGroupCollections } from '#server/modules/operations/client-errors/groups/collection.ts'
import { createLogSink } from '#server/logging/log-sink.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { createClientErrorApp } from '#server/testing/fixtures/client-errors/client-error-app.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

/**
 * A process that logs client errors to its standard output, for tests that stop, kill and load it. Prints its port.
 */
const [, , dataDir = ''] = process.argv
const sink = createLogSink(1)
const store = openSqliteStore({
  dataDir,
  secret: 'not used here',
  collections: [writtenClientErrors, ...errorGroupCollections],
})
const app = await createClientErrorApp({ sink, store })
/** The minimum that any intake does, as the benchmark's baseline. */
app.post('/only-parsed', { bodyLimit: 64 * 1024 }, ({ body }) => ({
  accepted: (body as { entries: unknown[] }).entries.length,
}))
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: portOf(app.server) })

process.once('SIGTERM', async () => {
  await app.close()
  await store.close()
  await sink.close()
  process.exit(0)
})
