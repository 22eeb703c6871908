/**
 * A separate process with the servers that `product.ts` measures: the product on the data of a folder (the first
 * argument), which counts against its rate limits but refuses no request and logs as in production but to nowhere,
 * and a bare Fastify route. The other arguments are the ids of the members who are signed in. It answers each
 * message with its usage.
 */
import { fastify } from 'fastify'

import { completeLanguages } from '#shared/lib/language/languages.ts'
import { buildApp } from '#server/app.ts'
import { collections, views } from '#server/collections.ts'
import { readConfig } from '#server/config/config.ts'
import { createModules } from '#server/modules.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { startGoogleStandIn } from '#server/testing/stand-ins/google-stand-in.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { benchDeps } from './deps.ts'

const google = await startGoogleStandIn()
const [dataDir = '', ...signedIn] = process.argv.slice(2)
function cookieOf(uid: string) {
  google.accounts.set(uid, { localId: uid, email: `${uid}@example.org`, emailVerified: true })
  return `session=${google.sessionCookie({ sub: uid })}`
}

const config = readConfig({
  FIREBASE_API_KEY: 'bench',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  FIREBASE_PROJECT_ID: google.projectId,
  FIREBASE_APP_ID: 'bench',
  PORT: '0',
  LANGUAGES: completeLanguages().join(),
  DATA_DIR: dataDir,
})
const { dataDir: folder, secret } = config
const store = openSqliteStore({ dataDir: folder, secret, collections, views })
const deps = benchDeps(config, store, google)
const services = createModules(deps)
const product = await buildApp(deps, services)
const headers = { host: 'localhost', 'sec-fetch-site': 'same-origin' }

// main.ts warms up before it listens, too.
await services.warmUp()
const first = await product.inject({
  url: '/api/directory',
  headers: { ...headers, cookie: cookieOf(signedIn[0]!) },
})
if (first.statusCode !== 200) throw new Error(first.body)
/** Milliseconds from the start of the process. */
const startedIn = performance.now()
const startCpu = process.cpuUsage()

const bare = fastify()
bare.get('/', async () => ({ authenticated: false }))
for (const app of [product, bare]) await app.listen({ host: '127.0.0.1', port: 0 })
process.on('disconnect', async () => {
  await store.close()
  process.exit()
})
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({ processorTime: (user + system) / 1_000_000, residentBytes: process.memoryUsage.rss() })
})
process.send?.({
  product: portOf(product.server),
  bare: portOf(bare.server),
  headers,
  cookies: signedIn.map(cookieOf),
  startedIn,
  startedInProcessorTime: (startCpu.user + startCpu.system) / 1_000,
  residentBytes: process.memoryUsage.rss(),
})
