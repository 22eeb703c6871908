/**
 * A separate process with the servers that `http.ts` measures: the product, counting requests and logging as in
 * production but to nowhere, and a bare Fastify route with an answer of the same size.
 */
import { randomUUID } from 'node:crypto'
import { openSync } from 'node:fs'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'

import { buildApp } from '#server/app.ts'
import { collections } from '#server/collections.ts'
import { readConfig } from '#server/config/config.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createLogSink } from '#server/logging/log-sink.ts'
import { createLogger } from '#server/logging/logger.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

const config = readConfig({
  FIREBASE_API_KEY: 'bench',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  FIREBASE_PROJECT_ID: 'demo-bench',
  FIREBASE_APP_ID: 'bench',
})
const store = openTemporaryStore(collections)
const logSink = createLogSink(openSync(devNull, 'w'))
const product = await buildApp({
  config: { ...config, origins: ['http://localhost'] },
  store,
  imageFiles: filesInDocuments,
  identity: createFirebaseIdentity({ projectId: 'demo-bench', clock: systemClock }),
  clock: systemClock,
  newId: randomUUID,
  logger: createLogger(config, logSink),
  logSink,
  sourceMaps: config.dataDir,
  lifecycle: createLifecycle(),
  clientFolder: join(import.meta.dirname, '../../../dist/client'),
  liftRateLimits: true,
  eventLoopDelay: () => 0,
})

const bare = fastify()
bare.get('/api/session', async () => ({ authenticated: false }))

for (const app of [product, bare]) await app.listen({ host: '127.0.0.1', port: 0 })
process.on('disconnect', async () => {
  await store.close()
  process.exit()
})
process.send?.({ product: portOf(product.server), bare: portOf(bare.server) })
