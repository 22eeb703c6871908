import type { Config } from '#server/config/config.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'
import type { Logger } from '#server/logging/logger.ts'

import type { Sources } from './gauges.ts'
import { listenForScrapes } from './listener.ts'
import type { Metrics } from './port.ts'

interface Deps {
  config: Pick<Config, 'host' | 'metricsPort' | 'client'>
  logger: Logger
  lifecycle: Lifecycle
}

interface OpenMetrics {
  metrics: Metrics
  /** Serves the metrics. @throws the system's error when the port cannot be opened */
  listen(sources: Omit<Sources, 'isServing'>): Promise<{ close(): Promise<void> }>
}

/** Undefined when there is no port for metrics. */
export async function openMetrics({ config, logger, lifecycle }: Deps): Promise<OpenMetrics | undefined> {
  const { host, metricsPort: port, client } = config
  if (port === undefined) return undefined
  // Loaded only when it is used.
  const { createPrometheusMetrics } = await import('./prometheus.ts')
  const { metrics, contentType, collectFrom } = createPrometheusMetrics({ release: client.RELEASE })
  return {
    metrics,
    listen(sources) {
      const text = collectFrom({ ...sources, isServing: () => lifecycle.phase === 'serving' })
      return listenForScrapes({ host, port, contentType, text, logger })
    },
  }
}
