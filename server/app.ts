import type { Agent } from 'node:https'

import underPressure from '@fastify/under-pressure'

import type { Config } from '#server/config.ts'
import { authEmulator, authPages } from '#server/http/auth-proxy.ts'
import { createServer, TIMEOUTS, type Timeouts } from '#server/http/create-server.ts'
import { onlyDeliberateWrites, onlyOwnPages } from '#server/http/csrf.ts'
import { passedOnHeaders, securityHeaders } from '#server/http/headers.ts'
import { healthRoutes } from '#server/http/health.ts'
import { allowOwnHosts } from '#server/http/host.ts'
import { describeRoutes } from '#server/http/openapi.ts'
import { frameworkFailure } from '#server/http/problems.ts'
import { createRateLimits } from '#server/http/rate-limits.ts'
import { reportRoutes } from '#server/http/reports.ts'
import { requireStrictSchemas } from '#server/http/schemas.ts'
import { spa } from '#server/http/spa.ts'
import type { Identity } from '#server/identity/port.ts'
import type { Clock } from '#server/lib/clock.ts'
import { Failure } from '#server/lib/failure.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Store } from '#server/store/port.ts'

export interface AppDeps {
  config: Config
  store: Store
  identity: Identity
  clock: Clock
  newId: () => string
  logger: Logger
  lifecycle: Lifecycle
  /** The built client; without it only the interface is served. */
  clientFolder?: string
  /** For what we ask of the identity provider's own pages. In tests: one that trusts a stand-in. */
  httpAgent?: Agent
  timeouts?: Partial<Timeouts>
  /** For load tests. */
  liftRateLimits?: boolean
}

/** The whole application, wired by hand: who is asked what, in which order, on the way to which feature. */
export async function buildApp(deps: AppDeps) {
  const { config, store, identity, clock, lifecycle } = deps
  const headers = securityHeaders(config)
  const ownPages = onlyOwnPages(config.origins)

  const app = createServer({ ...deps, headers, timeouts: { ...TIMEOUTS, ...deps.timeouts } })
  const limits = await createRateLimits(app, { lifted: deps.liftRateLimits ?? false })

  await app.register(healthRoutes, {
    prefix: '/health',
    lifecycle,
    clock,
    probes: { store: () => store.ping(), identity: () => identity.ping() },
  })

  await app.register(async (site) => {
    allowOwnHosts(site, config.origins)
    await site.register(underPressure, { maxEventLoopDelay: 1_000, customError: Overloaded })

    await site.register(
      async (api) => {
        api.addHook('onRoute', requireStrictSchemas)
        await describeRoutes(api, config.client.PRODUCT_NAME)
        await api.register(
          async (scope) => {
            scope.addHook('onRequest', limits.reports)
            scope.addHook('onRequest', ownPages)
            await scope.register(reportRoutes)
          },
          { prefix: '/reports' },
        )
        api.setNotFoundHandler({ preHandler: limits.misses }, () => {
          throw frameworkFailure(404)
        })
      },
      { prefix: '/api' },
    )

    const passedOn = passedOnHeaders(headers)
    if (config.authEmulator) {
      await site.register(authEmulator, { host: config.authEmulator, guard: ownPages, headers: passedOn })
    } else {
      const authDomain = config.client.FIREBASE_AUTH_DOMAIN
      await site.register(authPages, { authDomain, agent: deps.httpAgent, headers: passedOn })
    }
    if (deps.clientFolder) {
      await site.register(spa, { folder: deps.clientFolder, settings: config.client, onMiss: limits.misses })
    }
  })
  return app
}

class Overloaded extends Failure {
  constructor() {
    super(503, 'overloaded', 'The server has too much to do right now.', { retryAfter: 5 })
  }
}
