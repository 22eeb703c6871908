import type { Config } from '#server/config.ts'
import type { Identity } from '#server/identity/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { LogSink } from '#server/lib/log-sink.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Store } from '#server/store/port.ts'

/** What `main.ts` opens, and tests put in its place. */
export interface ServiceDeps {
  config: Config
  store: Store
  identity: Identity
  clock: Clock
  newId: () => string
  logger: Logger
  /** Where the logger writes, for what must be known to be written. */
  logSink: LogSink
  /** `<build>/<script>.map`, kept from browsers; need not exist. */
  sourceMaps: string
}
