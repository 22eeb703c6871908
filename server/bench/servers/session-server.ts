/**
 * A separate process with the servers that `session.ts` measures: the product, which counts against its rate limits
 * but refuses no request and logs as in production but to nowhere; sessions on Fastify and nothing else; and bare
 * Fastify routes with the same answers.
 */
import { randomUUID } from 'node:crypto'
import { openSync } from 'node:fs'
import { devNull } from 'node:os'
import { fastify } from 'fastify'

import { buildApp } from '#server/app.ts'
import { collections } from '#server/collections.ts'
import { readConfig } from '#server/config.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createLogSink } from '#server/logging/log-sink.ts'
import { createLogger } from '#server/logging/logger.ts'
import { startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'
import { createSessionApp } from '#server/testing/fixtures/session-app.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'
import { portOf } from '#server/tools/port-of.ts'

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
const origin = 'http://localhost'
const product = await buildApp({
  config: { ...config, origins: [origin] },
  store,
  imageFiles: filesInDocuments,
  identity: createFirebaseIdentity({ ...google, clock }),
  clock,
  newId: randomUUID,
  logger: createLogger(config, logSink),
  logSink,
  sourceMaps: config.dataDir,
  lifecycle: createLifecycle(),
  liftRateLimits: true,
  eventLoopDelay: () => 0,
})
const cookie = `session=${google.sessionCookie({ sub: uid })}`
const asOwnPage = { host: 'localhost', 'sec-fetch-site': 'same-origin' }
const identity = createFirebaseIdentity({ ...google, clock })
const { app: sessions } = await createSessionApp({ identity, store, clock, origin })

const bare = fastify()
for (const url of ['/api/session', '/api/me']) {
  const answer = await product.inject({ url, headers: { ...asOwnPage, cookie } })
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
  bare.get(url, () => answer.json())
}

for (const app of [product, sessions, bare]) await app.listen({ host: '127.0.0.1', port: 0 })
process.on('disconnect', async () => {
  await store.close()
  process.exit()
})
const ports = {
  product: portOf(product.server),
  sessions: portOf(sessions.server),
  bare: portOf(bare.server),
}
process.send?.({ ...ports, headers: asOwnPage, cookie })
