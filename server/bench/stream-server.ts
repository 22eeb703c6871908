/**
 * A process of its own with the server whose streams `streams.ts` opens: many members with a session each. It tells what
 * it takes, and notifies members when asked.
 */
import { randomUUID } from 'node:crypto'
import { openSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { devNull } from 'node:os'

import { buildApp } from '#server/app.ts'
import { collections } from '#server/collections.ts'
import { readConfig } from '#server/config.ts'
import { notifications } from '#server/features/notifications/collection.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { isoInstant, systemClock } from '#server/lib/clock.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createLogSink } from '#server/lib/log-sink.ts'
import { createLogger } from '#server/lib/logger.ts'
import { createServices } from '#server/services.ts'
import { startGoogleStandIn } from '#server/testing/google-stand-in.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

const members = Array.from({ length: Number(process.argv[2]) }, (_, at) => `member-${at}`)
const google = await startGoogleStandIn()
for (const id of members) {
  google.accounts.set(id, { localId: id, email: `${id}@guildhall.test`, emailVerified: true })
}
const config = readConfig({
  FIREBASE_API_KEY: 'bench',
  FIREBASE_AUTH_DOMAIN: 'localhost',
  FIREBASE_PROJECT_ID: google.projectId,
  FIREBASE_APP_ID: 'bench',
})
const store = openTemporaryStore(collections)
const logSink = createLogSink(openSync(devNull, 'w'))
const deps = {
  config: { ...config, origins: ['http://localhost'] as const },
  store,
  identity: createFirebaseIdentity({ ...google, clock: systemClock }),
  clock: systemClock,
  newId: randomUUID,
  logger: createLogger(config, logSink),
  logSink,
  sourceMaps: config.dataDir,
  lifecycle: createLifecycle(),
  liftRateLimits: true,
  eventLoopDelay: () => 0,
}
const services = createServices(deps)
const app = await buildApp(deps, services)
await services.warmUp()
await app.listen({ host: '127.0.0.1', port: 0 })

const BATCH = 200
let occurrence = 0

/** As the outbox delivers: in transactions of 200. */
async function notify(ids: readonly string[]) {
  occurrence += 1
  for (let at = 0; at < ids.length; at += BATCH) {
    await store.transact(async (tx) => {
      for (const member of ids.slice(at, at + BATCH)) {
        tx.put(notifications, {
          id: `${member}-${occurrence}`,
          topic: 'newEvent',
          subject: { kind: 'event', id: 'breakfast' },
          data: { title: 'Breakfast' },
          at: isoInstant(systemClock()),
          member,
          unread: true,
        })
      }
    })
  }
}

process.on('message', async (asked: { notify: number } | 'usage') => {
  if (asked === 'usage') {
    globalThis.gc?.()
    const { user, system } = process.cpuUsage()
    process.send?.({ residentBytes: process.memoryUsage.rss(), cpuMicroseconds: user + system })
  } else {
    await notify(members.slice(0, asked.notify))
    process.send?.('notified')
  }
})
process.on('disconnect', async () => {
  await store.close()
  process.exit()
})
process.send?.({
  port: (app.server.address() as AddressInfo).port,
  cookies: members.map((id) => `session=${google.sessionCookie({ sub: id })}`),
})
