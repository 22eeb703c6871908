import type { FastifyPluginAsync } from 'fastify'

import type { Clock } from '#server/lib/clock.ts'
import { unavailable } from '#server/lib/failure.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'
import { StoreUnavailable } from '#server/store/port.ts'

interface Options {
  lifecycle: Lifecycle
  /** Each resolves when its dependency is reachable. */
  probes: Readonly<Record<string, () => Promise<void>>>
  clock: Clock
  /** Milliseconds, by collection. */
  feedLags: () => Readonly<Record<string, number>>
}

/** Load balancers ask often. Milliseconds for which a result is reused. */
const REMEMBERED = 1_000
const DEADLINE = 2_000

/** Outside every guard: load balancers ask by IP address, without our host name. */
export const healthRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { lifecycle, probes, clock, feedLags } = options
  const failing = rememberFor(REMEMBERED, clock, () => failingProbes(probes))

  app.get('/live', async () => ({ status: 'ok' }))

  app.get('/ready', async (request) => {
    if (lifecycle.phase !== 'serving') throw unavailable(lifecycle.phase, `The server is ${lifecycle.phase}.`)
    const kinds = await failing()
    if (Object.keys(kinds).length === 0) return { status: 'ok', feedLags: feedLags() }
    request.log.warn({ failing: kinds }, 'not ready')
    const reasons = Object.entries(kinds).map(([name, kind]) => `${name} (${kind})`)
    throw unavailable('not_ready', `Out of reach: ${reasons.join(', ')}.`)
  })
}

/** @returns by name, the kind of each failure and nothing else of it: anyone may ask */
async function failingProbes(probes: Options['probes']): Promise<Record<string, string>> {
  const kinds = await Promise.all(
    Object.entries(probes).map(([name, probe]) =>
      withDeadline(probe()).then(
        () => [],
        (error: unknown) => [[name, error instanceof StoreUnavailable ? error.kind : 'outage']],
      ),
    ),
  )
  return Object.fromEntries(kinds.flat())
}

function withDeadline(probe: Promise<void>) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer')), DEADLINE)
  return Promise.race([probe, promise]).finally(() => clearTimeout(timer))
}

/** One call in flight at a time; its result is cached for `duration`. */
function rememberFor<T>(duration: number, clock: Clock, ask: () => Promise<T>) {
  let latest: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (!latest || clock() >= latest.until) {
      const answer = ask()
      const entry = { answer, until: Infinity }
      latest = entry
      void answer.finally(() => (entry.until = clock() + duration))
    }
    return latest.answer
  }
}
