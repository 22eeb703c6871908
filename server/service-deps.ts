import type { Agent } from 'node:https'

import type { Config } from '#server/config.ts'
import type { ImageFiles } from '#server/image-files/port.ts'
import type { Identity } from '#server/identity/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { LogSink } from '#server/lib/log-sink.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Mailer } from '#server/mail/port.ts'
import type { Metrics } from '#server/metrics/port.ts'
import type { Store } from '#server/store/port.ts'

/** What `main.ts` opens, and tests replace. */
export interface ServiceDeps {
  config: Config
  store: Store
  /** Where the bytes of images are; in the store by default. */
  imageFiles?: ImageFiles
  identity: Identity
  clock: Clock
  newId: () => string
  logger: Logger
  /** Where the logger writes, for lines that must be known to be written. */
  logSink: LogSink
  /** `<build>/<script>.map` of the build itself, not served to browsers; need not exist. */
  sourceMaps: string
  /** For requests to push services. By default only to public addresses. */
  pushAgent?: Agent | undefined
  /** Absent where no emails are sent. */
  mailer?: Mailer
  /** Absent where nothing is counted. */
  metrics?: Metrics
}
