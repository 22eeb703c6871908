import type { FastifyPluginAsync } from 'fastify'

import { unavailable } from '#server/lib/failure.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'

interface Options {
  lifecycle: Lifecycle
  /** The kind of failure of each unreachable dependency, by its name. */
  failing: () => Promise<Readonly<Record<string, string>>>
  /** Codes of problems that are no reason to send requests elsewhere. */
  problems: () => Promise<readonly string[]>
  /** Number of documents from which views have been built so far, while that lasts. */
  viewsBuilt: () => number | undefined
  /** Milliseconds, by collection. */
  feedLags: () => Readonly<Record<string, number>>
}

/** Registered outside every guard: load balancers ask by IP address, without our host name. */
export const healthRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { lifecycle, failing, problems, feedLags, viewsBuilt } = options

  app.get('/live', async () => ({ status: 'ok' }))

  app.get('/ready', async (request) => {
    if (lifecycle.phase !== 'serving') {
      const built = viewsBuilt()
      const progress = built === undefined ? '' : ` It has built views of ${built} documents.`
      throw unavailable(lifecycle.phase, `The server is ${lifecycle.phase}.${progress}`)
    }
    const kinds = await failing()
    if (Object.keys(kinds).length === 0) {
      return { status: 'ok', problems: await problems(), feedLags: feedLags() }
    }
    request.log.warn({ failing: kinds }, 'not ready')
    const reasons = Object.entries(kinds).map(([name, kind]) => `${name} (${kind})`)
    throw unavailable('not_ready', `Unreachable: ${reasons.join(', ')}.`)
  })
}
