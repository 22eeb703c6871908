/**
 * A process of its own with the servers that `session.ts` measures: the product without its rate limits, logging as
 * in production but to nowhere, and a bare Fastify route with an answer of the same size.
 */
import { randomUUID } from 'node:crypto'
import { openSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { devNull } from 'node:os'

import { fastify } from 'fastify'

import { buildApp } from '#server/app.ts'
import { collections } from '#server/collections.ts'
import { readConfig } from '#server/config.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createLogSink } from '#server/lib/log-sink.ts'
import { createLogger } from '#server/lib/logger.ts'
import { startGoogleStandIn } from '#server/testing/google-stand-in.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

const clock = systemClock
const uid = 'measured'
const google = await startGoogleStandIn()
google.accounts.set(uid, { localId: uid, email: 'measured@guildhall.test', emailVerified: true })

const config = readConfig({
  FIREBASE_API_KEY: 'bench',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  FIREBASE_PROJECT_ID: google.projectId,
  FIREBASE_APP_ID: 'bench',
  PORT: '0',
})
const store = openTemporaryStore(collections)
const logSink = createLogSink(openSync(devNull, 'w'))
const product = await buildApp({
  config: { ...config, origins: ['http://localhost'] },
  store,
  identity: createFirebaseIdentity({ ...google, clock }),
  clock,
  newId: randomUUID,
  logger: createLogger(config, logSink),
  logSink,
  sourceMaps: config.dataDir,
  lifecycle: createLifecycle(),
  liftRateLimits: true,
})
const cookie = `session=${google.sessionCookie({ sub: uid })}`
const asOwnPage = { host: 'localhost', 'sec-fetch-site': 'same-origin' }
const answer = await product.inject({ url: '/api/session', headers: { ...asOwnPage, cookie } })

const bare = fastify()
bare.get('/api/session', () => answer.json())

for (const app of [product, bare]) await app.listen({ host: '127.0.0.1', port: 0 })
const portOf = (app: { server: { address(): unknown } }) => (app.server.address() as AddressInfo).port

process.on('disconnect', async () => {
  await store.close()
  process.exit()
})
process.send?.({ product: portOf(product), bare: portOf(bare), headers: asOwnPage, cookie })
