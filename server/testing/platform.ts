import { randomUUID } from 'node:crypto'

import { readConfig } from '#server/config/config.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { LogSink } from '#server/logging/log-sink.ts'
import { createLogger } from '#server/logging/logger.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { Store } from '#server/store/port.ts'

const logSink: LogSink = {
  full: false,
  status: () => ({ waitingBytes: 0, lostLines: 0, stalled: false, refused: false }),
  write: () => {},
  append: async () => {},
  close: async () => {},
  flush: () => {},
}

interface Options {
  store: Store
  clock: Clock
  env?: Record<string, string>
}

/** A platform for constructing modules in tests that serve no requests. Its identity provider is unreachable. */
export function testPlatform({ store, clock, env = {} }: Options): Platform {
  const authEmulatorHost = 'localhost:9'
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_ORIGIN: 'https://guildhall.test',
    FIREBASE_API_KEY: 'emulator',
    FIREBASE_AUTH_DOMAIN: 'localhost',
    FIREBASE_PROJECT_ID: 'demo-guildhall',
    FIREBASE_APP_ID: 'emulator',
    FIREBASE_AUTH_EMULATOR_HOST: authEmulatorHost,
    ...env,
  })
  return {
    config,
    store,
    imageFiles: filesInDocuments,
    identity: createFirebaseIdentity({
      projectId: config.client.FIREBASE_PROJECT_ID,
      clock,
      authEmulatorHost,
    }),
    clock,
    newId: randomUUID,
    logger: createLogger(config, logSink),
    logSink,
    sourceMaps: '',
  }
}
