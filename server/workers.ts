import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import closeWithGrace from 'close-with-grace'

import { SECOND } from '#shared/lib/durations.ts'

import type { Config } from './config/config.ts'
import { createLogSink } from './logging/log-sink.ts'
import { createLogger } from './logging/logger.ts'

/** Ends a worker. A message, because Ctrl+C already reaches every process, and a second signal cuts the drain short. */
export const DRAIN = 'drain'

/** The number with which this process was started. */
export const workerNumber = () => (cluster.isWorker ? Number(process.argv[2]) : 1)

/** Milliseconds. A worker that drains ends before that (`SHUTDOWN`). */
const MAX_DRAIN = 10 * SECOND
/** Milliseconds before a worker is replaced. The pause doubles each time that the replacement ends before it listens. */
const RESTART_PAUSE = { first: SECOND, longest: 8 * SECOND }

/**
 * Starts the workers, which share the port, and replaces one that ends. When one ends before any has ever listened,
 * all end with exit code 1, because the next one would fail for the same reason.
 */
export function startWorkers(config: Config) {
  const sink = createLogSink(process.stdout.fd, { shared: true })
  process.once('exit', sink.flush)
  const logger = createLogger(config, sink)
  // The workers accept connections themselves. Otherwise this process sends each one to a worker and keeps it open
  // until the worker confirms it, so that a connection sent to a worker that dies stays open without an answer.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  let draining = false
  let exitCode = 0
  let hasListened = false

  const start = (number: number, firstPause: number = RESTART_PAUSE.first) => {
    cluster.setupPrimary({ args: [String(number)] })
    const worker = cluster.fork()
    let pause = firstPause
    worker.on('listening', ({ port }) => {
      if (port !== config.port) return
      hasListened = true
      pause = RESTART_PAUSE.first
    })
    worker.once('exit', (code, signal) => {
      if (draining) return
      if (hasListened) {
        logger.error({ worker: number, code, signal }, 'worker exited, restarting')
        const nextPause = Math.min(pause * 2, RESTART_PAUSE.longest)
        setTimeout(() => draining || start(number, nextPause), pause)
      } else {
        exitCode = 1
        closing.close()
      }
    })
  }

  const closing = closeWithGrace({ delay: MAX_DRAIN, logger }, async ({ signal, err }) => {
    draining = true
    if (err) logger.fatal({ err }, 'crashed')
    else logger.info({ signal }, 'draining the workers')
    await Promise.all(Object.values(cluster.workers ?? {}).map(drain))
    await sink.close()
    if (exitCode !== 0) process.exit(exitCode)
  })

  for (let number = 1; number <= config.workers; number++) start(number)
}

async function drain(worker: Worker | undefined) {
  if (!worker?.isConnected()) return
  const ended = once(worker, 'exit')
  worker.send(DRAIN)
  await ended
}
