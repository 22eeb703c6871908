import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import { collections, views } from '#server/collections.ts'
import type { Config } from '#server/config/config.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import type { Actor } from '#server/modules/actor.ts'
import { createPreviewRenderer } from '#server/preview-images/renderer.ts'
import { createLogSink } from '#server/logging/log-sink.ts'
import { createLogger } from '#server/logging/logger.ts'
import { createModules, type Modules } from '#server/modules.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import type { Store } from '#server/store/port.ts'
import type { MemberRole } from '#shared/people/roles.ts'

/** Seeds through the product's own services, with a clock that each step sets. */
export interface SeedContext {
  store: Store
  services: Modules
  /** Secret of the server. */
  secret: string
  /** Start of the seeding. Epoch milliseconds. */
  now: number
  /** Runs `work` with the clock at `time`. Calls must not overlap, because the clock is shared. */
  at<R>(time: number, work: () => Promise<R>): Promise<R>
  close(): Promise<void>
}

export function openSeedContext(config: Config): SeedContext {
  const store = openSqliteStore({ ...config, collections, views })
  const now = Date.now()
  let clock = now
  const logSink = createLogSink(process.stderr.fd)
  const renderer = createPreviewRenderer()
  const services = createModules({
    config,
    store,
    imageFiles: filesInDocuments,
    renderer,
    identity: createFirebaseIdentity({
      projectId: config.client.FIREBASE_PROJECT_ID,
      clock: () => clock,
      authEmulatorHost: config.authEmulator,
    }),
    clock: () => clock,
    newId: randomUUID,
    logger: createLogger({ ...config, logLevel: 'warn' }, logSink),
    logSink,
    sourceMaps: join(config.dataDir, 'source-maps'),
  })
  return {
    store,
    services,
    secret: config.secret,
    now,
    async at(time, work) {
      clock = time
      try {
        return await work()
      } finally {
        clock = now
      }
    },
    async close() {
      await renderer.close()
      await store.close()
    },
  }
}

export const actorOf = (id: string, role: MemberRole = 'member'): Actor => ({
  id,
  role,
  email: `${id.replace('demo-', '')}@guildhall.example`,
  sessionHash: 'demo',
})
