import underPressure from '@fastify/under-pressure'
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

export type Shedding = Awaited<ReturnType<typeof createShedding>>

/** Refuses work while the process cannot keep up, by kind. */
export async function createShedding(app: FastifyInstance, { eventLoopDelay, hasSessionCookie }: Options) {
  // Without limits of its own, it only measures.
  await app.register(underPressure)
  const delay = eventLoopDelay ?? (() => app.memoryUsage().eventLoopDelay)

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

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

const overloaded = () =>
  new Failure(503, 'overloaded', 'We’re very busy right now. Try again in a few seconds.', { retryAfter: 5 })
