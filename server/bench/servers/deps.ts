import { randomUUID } from 'node:crypto'
import { openSync } from 'node:fs'
import { devNull } from 'node:os'
import { fileURLToPath } from 'node:url'

import type { Config } from '#server/config/config.ts'
import { filesInDocuments } from '#server/image-files/documents.ts'
import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { createLogSink } from '#server/logging/log-sink.ts'
import { createLogger } from '#server/logging/logger.ts'
import type { Store } from '#server/store/port.ts'

const CLIENT = fileURLToPath(new URL('../dist/client', import.meta.resolve('#server/main.ts')))

type Provider = Omit<Parameters<typeof createFirebaseIdentity>[0], 'clock'>

/** The parts of a measured product, which counts requests and logs as in production, but to nowhere. */
export function benchDeps(config: Config, store: Store, provider: Provider) {
  const logSink = createLogSink(openSync(devNull, 'w'))
  return {
    config: { ...config, origins: ['http://localhost'] as const },
    store,
    imageFiles: filesInDocuments,
    identity: createFirebaseIdentity({ ...provider, clock: systemClock }),
    clock: systemClock,
    newId: randomUUID,
    logger: createLogger(config, logSink),
    logSink,
    sourceMaps: config.dataDir,
    lifecycle: createLifecycle(),
    clientFolder: CLIENT,
    liftRateLimits: true,
    eventLoopDelay: () => 0,
  }
}
