import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'

import { Failure } from '#server/lib/failure.ts'

/**
 * Milliseconds of delay above which a kind of work is refused. What is sent again unasked goes first; members’ reads
 * go last, for those who are refused one see an error instead of their screen.
 */
const TOLERANCE = {
  /** Error reports, which browsers keep, and calendar apps, which ask again. */
  background: 250,
  /** Writes, and whatever visitors ask of the API. */
  calls: 1_000,
  /** Reads of members, and the app itself, which is in memory. */
  reads: 4_000,
} as const

interface Options {
  /** Mean delay of the event loop within the last second, in milliseconds. By default measured. */
  eventLoopDelay: (() => number) | undefined
  hasSessionCookie: (request: FastifyRequest) => boolean
}

export type Shedding = ReturnType<typeof createShedding>

const RESOLUTION = 10
const SAMPLE_INTERVAL = 1_000

/** Refuses work while the process cannot keep up, by kind. */
export function createShedding(app: FastifyInstance, { eventLoopDelay, hasSessionCookie }: Options) {
  const delay = eventLoopDelay ?? measureDelay(app)

  const above =
    (limitOf: (request: FastifyRequest) => number): onRequestHookHandler =>
    (request, _reply, done) =>
      done(delay() > limitOf(request) ? overloaded() : undefined)

  return {
    background: above(() => TOLERANCE.background),
    calls: above((request) =>
      isRead(request) && hasSessionCookie(request) ? TOLERANCE.reads : TOLERANCE.calls,
    ),
    everything: above(() => TOLERANCE.reads),
  }
}

/** While the server listens: starting it blocks the event loop for longer than any request does. */
function measureDelay(app: FastifyInstance): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION })
  let delay = 0
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', async () => {
    histogram.enable()
    timer = setInterval(() => {
      // Nothing was measured if one turn took the whole interval; the next one shows it.
      if (histogram.count > 0) delay = histogram.mean / 1e6 - RESOLUTION
      histogram.reset()
    }, SAMPLE_INTERVAL)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    histogram.disable()
  })
  return () => delay
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

const overloaded = () =>
  new Failure(503, 'overloaded', 'We’re very busy right now. Try again in a few seconds.', { retryAfter: 5 })
