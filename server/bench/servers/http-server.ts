/**
 * A separate process with the servers that `http.ts` measures: the product, counting requests and logging as in
 * production but to nowhere, and a bare Fastify route with an answer of the same size.
 */
import { fastify } from 'fastify'

import { buildApp } from '#server/app.ts'
import { collections } from '#server/collections.ts'
import { readConfig } from '#server/config/config.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { benchDeps } from './deps.ts'

const config = readConfig({
  FIREBASE_API_KEY: 'bench',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  FIREBASE_PROJECT_ID: 'demo-bench',
  FIREBASE_APP_ID: 'bench',
})
const store = openTemporaryStore(collections)
const product = await buildApp(benchDeps(config, store, { projectId: 'demo-bench' }))

const bare = fastify()
bare.get('/api/session', async () => ({ authenticated: false }))

for (const app of [product, bare]) await app.listen({ host: '127.0.0.1', port: 0 })
process.on('disconnect', async () => {
  await store.close()
  process.exit()
})
process.send?.({ product: portOf(product.server), bare: portOf(bare.server) })
