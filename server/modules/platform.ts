import type { Agent } from 'node:https'

import type { Config } from '#server/config/config.ts'
import type { ImageFiles } from '#server/image-files/port.ts'
import type { Identity } from '#server/identity/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { PreviewRenderer } from '#server/preview-images/renderer.ts'
import type { LogSink } from '#server/logging/log-sink.ts'
import type { Logger } from '#server/logging/logger.ts'
import type { Mailer } from '#server/mail/port.ts'
import type { Metrics } from '#server/metrics/port.ts'
import type { Store } from '#server/store/port.ts'

/** The parts that `main.ts` opens, and tests replace. */
export interface Platform {
  config: Config
  store: Store
  /** Stores the bytes of images. */
  imageFiles: ImageFiles
  /** Draws pictures. Without it, photos have no small size. */
  renderer?: PreviewRenderer
  identity: Identity
  clock: Clock
  newId: () => string
  logger: Logger
  /** Destination of the logger, for lines that must be known to be written. */
  logSink: LogSink
  /** Folder with `<build>/<script>.map` of the build itself, not served to browsers; need not exist. */
  sourceMaps: string
  /** Agent for requests to push services. By default only to public addresses. */
  pushAgent?: Agent | undefined
  /** Undefined when no emails are sent. */
  mailer?: Mailer
  /** Undefined when metrics are disabled. */
  metrics?: Metrics
}
