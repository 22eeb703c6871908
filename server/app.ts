import type { Agent } from 'node:https'

import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import { accountArea, adminArea, memberArea, organiserArea, programArea, streamArea } from '#server/areas.ts'
import { clientErrorRoutes } from '#server/features/client-errors/routes.ts'
import { publicTextRoutes } from '#server/features/community-settings/routes.ts'
import { subscriptionRoutes } from '#server/features/emails/routes.ts'
import { publicEventRoutes } from '#server/features/events/routes.ts'
import { openInvitationRoutes } from '#server/features/invitations/routes.ts'
import { imageRoutes, publicPictures } from '#server/features/images/routes.ts'
import { publicPrestigeRoutes } from '#server/features/prestige/routes.ts'
import { sessionRoutes } from '#server/features/session/routes.ts'
import { authEmulator, authPages } from '#server/http/auth-proxy.ts'
import { createSessionCookie } from '#server/features/session/cookie.ts'
import { createServer, TIMEOUTS, type Timeouts } from '#server/http/create-server.ts'
import { onlyDeliberateWrites, onlyOwnPages } from '#server/http/csrf.ts'
import { type FixedHeaders, passedOnHeaders, securityHeaders } from '#server/http/headers.ts'
import { healthRoutes } from '#server/http/health.ts'
import { allowOwnHosts } from '#server/http/host.ts'
import { createRouteClosing } from '#server/http/methods.ts'
import { describeChecks, describeRoutes } from '#server/http/openapi.ts'
import { answerNotFound } from '#server/http/problems.ts'
import { assertCurrentPage, onlyCurrentPages } from '#server/http/page-version.ts'
import { createRateLimits, type RateLimits } from '#server/http/rate-limits.ts'
import { reportRoutes } from '#server/http/reports.ts'
import { createIndexing } from '#server/http/robots.ts'
import { requireStrictSchemas } from '#server/http/schemas.ts'
import {
  activeMember,
  anyPerson,
  createCallers,
  memberOrApplicant,
  prepareSessions,
  signedIn,
} from '#server/features/session/hooks.ts'
import { createShedding, type Shedding } from '#server/http/shedding.ts'
import { spa } from '#server/http/spa.ts'
import { themeRoutes } from '#server/http/theme.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'
import { startJobs, type RunningJobs } from '#server/lib/jobs.ts'
import type { ServiceDeps } from '#server/service-deps.ts'
import { createServices, type Services } from '#server/services.ts'

export interface AppDeps extends ServiceDeps {
  lifecycle: Lifecycle
  /** The built client; without it only the interface is served. */
  clientFolder?: string
  /** For requests to the identity provider's own pages. Tests pass one that trusts a stand-in. */
  httpAgent?: Agent
  timeouts?: Partial<Timeouts>
  /** By which work is refused, in milliseconds. By default measured. */
  eventLoopDelay?: (() => number) | undefined
  /** Whether this process runs the scheduled jobs. Tests run them by hand. */
  jobs?: boolean
  /** For load tests. */
  liftRateLimits?: boolean
}

/**
 * The whole application, wired by hand: who is asked what, in which order, on the way to which feature.
 * @param services made by the caller who needs them too, such as a test that runs jobs by hand
 */
export async function buildApp(deps: AppDeps, services = createServices(deps)) {
  const { config, newId, logger, lifecycle, eventLoopDelay } = deps
  const onAnswer = deps.metrics?.answered
  const headers = securityHeaders(config)

  const timeouts = { ...TIMEOUTS, ...deps.timeouts }
  const app = createServer({ config, headers, lifecycle, logger, newId, timeouts, onAnswer })
  const closeRoutes = createRouteClosing(app)
  const callers = createCallers(services.sessions)
  const limits = await createRateLimits(app, { lifted: deps.liftRateLimits ?? false, callers })
  const cookie = await createSessionCookie(app, config.origins[0])
  prepareSessions(app, { cookie, recordDenial: services.auditLog.recordDenial })
  if (deps.jobs) runJobsWhileServing(app, deps, services)

  await app.register(healthRoutes, { prefix: '/health', lifecycle, ...services.health })
  closeRoutes(app, { prefix: '/health' })
  await app.register(async (site) => {
    allowOwnHosts(site, config.origins)
    site.setNotFoundHandler({ preHandler: limits.misses }, answerNotFound)
    const { hasSessionCookie } = callers
    const shedding = createShedding(site, { eventLoopDelay, hasSessionCookie })
    site.addHook('onRequest', shedding.everything)
    await describeRoutes(site, {
      title: config.client.PRODUCT_NAME,
      origin: config.origins[0],
      sessionCookie: cookie.name,
      limit: limits.open,
    })
    await site.register(api, { prefix: '/api', deps, services, limits, shedding })
    closeRoutes(site, {
      prefix: '/api',
      onMiss: async (request) => {
        await limits.misses(request)
        assertCurrentPage(request)
      },
    })
    await site.register(pictures, { prefix: '/images', deps, services, limits, shedding })
    await site.register(programArea, { services, limits, shedding })
    await site.register(identityPages, { deps, shedding, headers: passedOnHeaders(headers) })
    await site.register(themeRoutes, { prefix: '/theme' })
    if (deps.clientFolder) {
      await site.register(spa, {
        folder: deps.clientFolder,
        settings: config.client,
        config,
        origin: config.origins[0],
        events: services.publicEvents,
        community: services.community.ofPages,
        limit: limits.open,
        mayBeIndexed: createIndexing({
          productSlug: config.client.PRODUCT_SLUG,
          allowsSearchEngines: services.allowsSearchEngines,
          limit: limits.open,
        }),
        onMiss: limits.misses,
      })
    }
  })
  return app
}

function runJobsWhileServing(app: FastifyInstance, { logger }: AppDeps, services: Services) {
  let jobs: RunningJobs | undefined
  app.addHook('onReady', async () => {
    jobs = startJobs(services.jobs, { logger, runs: services.health.jobRuns })
  })
  app.addHook('onClose', () => jobs?.stop())
}

interface ApiOptions {
  deps: AppDeps
  services: Services
  limits: RateLimits
  shedding: Shedding
}

const api: FastifyPluginAsync<ApiOptions> = async (app, { deps, services, limits, shedding }) => {
  app.addHook('onRoute', requireStrictSchemas)
  await app.register(reports, { deps, services, limits, shedding })
  await app.register(beacons, { deps, services, limits, shedding })
  await app.register(calls, { deps, services, limits, shedding })
}

/** Browsers may send reports without `Origin` or `Sec-Fetch-Site`. Other sites cannot send their content types. */
const reports: FastifyPluginAsync<ApiOptions> = async (app, { limits, shedding }) => {
  app.addHook('onRequest', shedding.background)
  app.addHook('onRequest', limits.reports)
  await app.register(reportRoutes, { prefix: '/reports' })
}

/** Beacons cannot carry a header of ours. */
const beacons: FastifyPluginAsync<ApiOptions> = async (app, { deps, services, limits, shedding }) => {
  const { intake } = services.clientErrors
  const { verifyUserId } = createCallers(services.sessions)
  app.addHook('onRequest', shedding.background)
  app.addHook('onRequest', limits.clientErrors)
  app.addHook('onRequest', onlyOwnPages(deps.config.origins))
  describeChecks(app, { origins: deps.config.origins })
  const options = { intake, verifyUserId, counts: deps.metrics?.clientErrors }
  await app.register(clientErrorRoutes, { prefix: '/client-errors', ...options })
}

const calls: FastifyPluginAsync<ApiOptions> = async (app, { deps, services, limits, shedding }) => {
  app.addHook('onRequest', shedding.calls)
  const { origins } = deps.config
  await app.register(async (open) => {
    open.addHook('onRequest', limits.session)
    open.addHook('onRequest', onlyOwnPages(origins))
    open.addHook('onRequest', onlyDeliberateWrites)
    describeChecks(open, { origins, csrf: true })
    await open.register(sessionRoutes, { prefix: '/session', sessions: services.sessions, clock: deps.clock })
  })
  await app.register(async (open) => {
    open.addHook('onRequest', limits.open)
    open.addHook('onRequest', onlyOwnPages(origins))
    open.addHook('onRequest', onlyDeliberateWrites)
    open.addHook('onRequest', onlyCurrentPages)
    describeChecks(open, { origins, csrf: true, version: true })
    const { invitations, unsubscribe } = services
    await open.register(openInvitationRoutes, { prefix: '/invitations', invitations })
    await open.register(publicEventRoutes, { prefix: '/public-events', publicEvents: services.publicEvents })
    await open.register(subscriptionRoutes, { prefix: '/public/subscription', unsubscribe })
    await open.register(publicTextRoutes, { prefix: '/public/texts', texts: services.community.texts })
    await open.register(publicPrestigeRoutes, { prefix: '/public/prestige', prestige: services.prestige })
  })
  await app.register(async (own) => {
    onlyForMembers(own, { deps, services, limits }, { requireMember: anyPerson })
    await own.register(accountArea, { services, clock: deps.clock })
  })
  await app.register(async (closed) => {
    onlyForMembers(closed, { deps, services, limits })
    await closed.register(memberArea, { services })
    await closed.register(organiserArea, { services })
    await closed.register(adminArea, { services, clock: deps.clock })
  })
  await app.register(async (live) => {
    onlyForMembers(live, { deps, services, limits }, { quotas: limits.streams })
    await live.register(streamArea, { services })
  })
}

/** @param publicFirst for what pages show by address, some of it to everyone */
function onlyForMembers(
  app: FastifyInstance,
  { deps, services, limits }: Omit<ApiOptions, 'shedding'>,
  { requireMember = activeMember, quotas = limits.calls, publicFirst = false } = {},
) {
  app.addHook('onRequest', quotas.withoutCookie)
  app.addHook('onRequest', onlyOwnPages(deps.config.origins))
  app.addHook('onRequest', onlyDeliberateWrites)
  if (!publicFirst) app.addHook('onRequest', onlyCurrentPages)
  describeChecks(app, { origins: deps.config.origins, csrf: true, session: true, version: !publicFirst })
  for (const hook of [signedIn(services.sessions, quotas.refused), quotas.member, requireMember]) {
    // Before the body is read: nobody uncounted can have one parsed and checked (decision 094).
    if (publicFirst) app.addHook('preHandler', hook)
    else app.addHook('onRequest', hook)
  }
  app.addHook('onResponse', services.clientErrors.rememberRequest)
}

/** Members' and events' pictures: outside `/api`, whose answers no browser keeps. */
const pictures: FastifyPluginAsync<ApiOptions> = async (app, { deps, services, limits, shedding }) => {
  app.addHook('onRequest', shedding.calls)
  app.addHook('onRoute', requireStrictSchemas)
  const everyones = {
    file: services.images.file,
    isPublic: services.isPublicPicture,
    callers: createCallers(services.sessions),
    refused: limits.pictures.refused,
  }
  app.addHook('preHandler', publicPictures(everyones))
  const ofPictures = { quotas: limits.pictures, requireMember: memberOrApplicant, publicFirst: true }
  onlyForMembers(app, { deps, services, limits }, ofPictures)
  await app.register(imageRoutes, { images: services.images })
}

/** The identity provider's pages, on our own origin. */
const identityPages: FastifyPluginAsync<
  Pick<ApiOptions, 'deps' | 'shedding'> & { headers: FixedHeaders }
> = async (app, { deps: { config, httpAgent }, shedding, headers }) => {
  app.addHook('onRequest', shedding.calls)
  const { authEmulator: host, client } = config
  if (host) await app.register(authEmulator, { host, guard: onlyOwnPages(config.origins), headers })
  else await app.register(authPages, { authDomain: client.FIREBASE_AUTH_DOMAIN, agent: httpAgent, headers })
}
