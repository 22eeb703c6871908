import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/lib/messages.ts'
import { Failure } from '#server/lib/failure.ts'

/**
 * Event-loop delay in ms above which a kind of work is shed. Requests that clients repeat on their own go first;
 * members’ reads go last, because a refused read shows an error instead of a screen.
 */
const TOLERANCE = {
  /** Error reports, which browsers keep, and calendar apps, which retry. */
  background: 250,
  /** Writes, and all API requests of visitors. */
  calls: 1_000,
  /** Members' reads, and the app's files, which are in memory. */
  reads: 4_000,
} as const

interface Options {
  /** Mean delay of the event loop within the last second, in ms. Measured by default. */
  eventLoopDelay: (() => number) | undefined
  hasSessionCookie: (request: FastifyRequest) => boolean
}

export type Shedding = ReturnType<typeof createLoadShedder>

const RESOLUTION = 10
const SAMPLE_INTERVAL = SECOND

/** Sheds work by kind while the process cannot keep up. */
export function createLoadShedder(app: FastifyInstance, { eventLoopDelay, hasSessionCookie }: Options) {
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

/** Starts only when the server listens: starting blocks the event loop for longer than any request does. */
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

const overloaded = () => new Failure(503, 'overloaded', m.problemOverloaded(), { retryAfter: 5 * SECOND })
