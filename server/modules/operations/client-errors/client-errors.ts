import type { Clock } from '#server/lib/clock.ts'
import type { LogSink } from '#server/logging/log-sink.ts'
import { createSymbolicator } from '#server/modules/operations/source-maps/symbolicator.ts'
import { createDeltas } from './groups/deltas.ts'
import { createRequestHistory } from './groups/request-history.ts'
import type { Store } from '#server/store/port.ts'

import { createHashes } from './hashes.ts'
import { createClientErrorIntake } from './intake.ts'

interface Deps {
  store: Store
  clock: Clock
  newId: () => string
  secret: string
  logSink: Pick<LogSink, 'append' | 'full'>
  /** Folders with `<build>/<script>.map`; they need not exist. */
  sourceMapFolders: readonly string[]
}

/** Constructs the intake of client errors, and the parts of its secret, requests and source maps that groups need. */
export function createClientErrors({
  store,
  clock,
  newId,
  secret,
  logSink,
  sourceMapFolders: folders,
}: Deps) {
  const { keyedHash, emailHashOf, networkHashOf } = createHashes(secret)
  const requestHistory = createRequestHistory({ clock, keyedHash })
  const symbolicator = createSymbolicator({ folders, clock })
  const intake = createClientErrorIntake({
    sink: logSink,
    store,
    clock,
    newId,
    symbolicator,
    emailHashOf,
    networkHashOf,
    deltas: createDeltas({ clock, keyedHash, requestHistory }),
  })
  return { intake, keyedHash, emailHashOf, requestHistory, symbolicator }
}
