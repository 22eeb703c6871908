import type { Agent } from 'node:https'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import { accountScope, addRoutes, memberScope } from '#server/scopes.ts'
import { clientErrorRoutes } from '#server/modules/operations/client-errors/routes.ts'
import { rememberRequest } from '#server/modules/operations/client-errors/groups/routes.ts'
import { publicFeedRoutes, subscribedCalendarRoutes } from '#server/modules/calendar/routes.ts'
import { oneClickRoutes } from '#server/modules/notifications/emails/routes.ts'
import { notificationStreamRoutes } from '#server/modules/notifications/in-app/routes.ts'
import { imageRoutes, publicPictures } from '#server/modules/people/images/routes.ts'
import { languageFormRoutes } from '#server/modules/accounts/language/routes.ts'
import { sessionRoutes } from '#server/modules/accounts/sessions/routes.ts'
import { authEmulator, authPages } from '#server/http/auth-proxy.ts'
import { createSessionCookie } from '#server/modules/accounts/sessions/cookie.ts'
import { createServer, TIMEOUTS, type Timeouts } from '#server/http/create-server.ts'
import { onlyDeliberateWrites, onlyOwnPages } from '#server/http/checks/csrf.ts'
import { type FixedHeaders, passedOnHeaders, securityHeaders } from '#server/http/headers.ts'
import { healthRoutes } from '#server/http/health.ts'
import { claimIdempotencyKeys } from '#server/http/checks/idempotency-keys.ts'
import { allowOwnHosts } from '#server/http/checks/host.ts'
import { createRouteCloser } from '#server/http/methods.ts'
import { describeChecks, describeRoutes } from '#server/http/openapi.ts'
import { answerNotFound } from '#server/http/problems.ts'
import { assertCurrentPage, onlyCurrentPages } from '#server/http/checks/page-version.ts'
import { createRateLimits, type RateLimits } from '#server/http/checks/rate-limits.ts'
import { browserReportRoutes } from '#server/http/reports.ts'
import { isVisit } from '#server/http/pages/page-visits.ts'
import type { PreviewSite } from '#server/http/pages/link-preview.ts'
import { previewImageRoutes } from '#server/http/pages/preview-images.ts'
import { createPreviewRenderer } from '#server/preview-images/renderer.ts'
import { createIndexingRule } from '#server/http/pages/robots.ts'
import { requireStrictSchemas } from '#server/http/schemas.ts'
import {
  createCallers,
  requireStatus,
  prepareSessions,
  signedIn,
} from '#server/modules/accounts/sessions/hooks.ts'
import { createLoadShedder, type Shedding } from '#server/http/checks/shedding.ts'
import { speakLanguages } from '#server/http/languages.ts'
import { spa } from '#server/http/pages/spa.ts'
import { themeRoutes } from '#server/http/pages/theme.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'
import { startJobs, type RunningJobs } from '#server/jobs/jobs.ts'
import type { Platform } from '#server/modules/platform.ts'
import { createModules, type Modules } from '#server/modules.ts'

export interface AppDeps extends Platform {
  lifecycle: Lifecycle
  /** Folder of the built client; without it only the API is served. */
  clientFolder?: string
  /** Agent for requests to the identity provider's own pages. Tests pass one that trusts a stand-in. */
  httpAgent?: Agent
  timeouts?: Partial<Timeouts>
  /** Event-loop delay in ms above which work is shed. Measured by default. */
  eventLoopDelay?: (() => number) | undefined
  /** Whether this process runs the scheduled jobs. Tests run them by hand. */
  jobs?: boolean
  /** Disables the limits for load tests. */
  liftRateLimits?: boolean
}

/**
 * Builds the app: scopes, the checks of each scope, and the routes in it.
 * @param services made by the caller who needs them too, such as a test that runs jobs by hand
 */
export async function buildApp(deps: AppDeps, services = createModules(deps)) {
  const { config, newId, logger, lifecycle, eventLoopDelay } = deps
  const onAnswer = deps.metrics?.answered
  const headers = securityHeaders(config)

  const timeouts = { ...TIMEOUTS, ...deps.timeouts }
  const app = createServer({ config, headers, lifecycle, logger, newId, timeouts, onAnswer })
  const closeRoutes = createRouteCloser(app)
  const callers = createCallers(services.accounts.sessions)
  const limits = await createRateLimits(app, { lifted: deps.liftRateLimits ?? false, callers })
  const cookie = await createSessionCookie(app, config.origins[0])
  prepareSessions(app, { cookie, recordDenial: services.operations.audit.recordDenial })
  if (deps.jobs) runJobsWhileServing(app, deps, services)

  await app.register(healthRoutes, { prefix: '/health', lifecycle, ...services.operations.health })
  closeRoutes(app, { prefix: '/health' })
  await app.register(async (site) => {
    speakLanguages(site, config)
    allowOwnHosts(site, config.origins)
    site.setNotFoundHandler({ preHandler: limits.misses }, answerNotFound)
    const { hasSessionCookie } = callers
    const shedding = createLoadShedder(site, { eventLoopDelay, hasSessionCookie })
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
    await site.register(programs, { services, limits, shedding })
    if (config.languages.length > 1) await site.register(languageForm, { deps, services, limits, shedding })
    await site.register(identityPages, { deps, limits, shedding, headers: passedOnHeaders(headers) })
    await site.register(themeRoutes, { prefix: '/theme' })
    const previewSite = previewSiteOf(deps, services)
    await site.register(previews, { deps, services, limits, shedding, site: previewSite })
    if (deps.clientFolder) {
      const hasSignInCodes = await services.accounts.signInCodes.prepare()
      await site.register(spa, {
        folder: deps.clientFolder,
        settings: { ...config.client, SIGN_IN_CODES: hasSignInCodes || undefined },
        config,
        origin: config.origins[0],
        events: services.programme.publicEvents,
        async chapter(slug) {
          const found = await services.chapters.chapters.publicChapter(slug)
          if (!found) return undefined
          const { name, place, region, cover, about } = found
          const events = await services.programme.publicEvents.ofChapter(found.id)
          return { slug: found.slug, name, place, region, cover, about, events }
        },
        landing: services.dashboard.landing,
        hasSession: hasSessionCookie,
        community: services.chapters.pageSettings,
        site: previewSite,
        limit: limits.open,
        mayBeIndexed: createIndexingRule({
          productSlug: config.client.PRODUCT_SLUG,
          allowsSearchEngines: services.people.members.allowsSearchEngines,
          limit: limits.open,
        }),
        onEvent(eventId, request) {
          if (isVisit(request, { hasSession: hasSessionCookie(request) }))
            services.programme.pageViews.countVisitor(eventId)
        },
        onMiss: limits.misses,
      })
    }
  })
  return app
}

function runJobsWhileServing(app: FastifyInstance, { logger }: AppDeps, services: Modules) {
  let jobs: RunningJobs | undefined
  app.addHook('onReady', async () => {
    jobs = startJobs(services.jobs, { logger, runs: services.operations.health.jobRuns })
  })
  app.addHook('onClose', async () => {
    await jobs?.stop()
    await services.programme.pageViews.writeWaiting()
  })
}

interface ApiOptions {
  deps: AppDeps
  services: Modules
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
  await app.register(browserReportRoutes, { prefix: '/reports' })
}

/** Beacons cannot carry a header of ours. */
const beacons: FastifyPluginAsync<ApiOptions> = async (app, { deps, services, limits, shedding }) => {
  const { intake } = services.operations
  const { verifyUserId } = createCallers(services.accounts.sessions)
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
    await open.register(sessionRoutes, {
      prefix: '/session',
      sessions: services.accounts.sessions,
      languages: services.accounts.languages,
      clock: deps.clock,
    })
  })
  await app.register(async (open) => {
    open.addHook('onRequest', limits.open)
    open.addHook('onRequest', onlyOwnPages(origins))
    open.addHook('onRequest', onlyDeliberateWrites)
    open.addHook('onRequest', onlyCurrentPages)
    describeChecks(open, { origins, csrf: true, version: true })
    await addRoutes(open, services, 'everyone')
  })
  await app.register(async (own) => {
    onlyForMembers(
      own,
      { deps, services, limits },
      { requireMember: requireStatus('active', 'pending', 'suspended', 'declined', 'uninvited') },
    )
    await own.register(accountScope, { services })
  })
  await app.register(async (closed) => {
    onlyForMembers(closed, { deps, services, limits })
    await closed.register(memberScope, { services })
  })
  await app.register(async (live) => {
    onlyForMembers(live, { deps, services, limits }, { quotas: limits.streams })
    const { isActiveMember } = createCallers(services.accounts.sessions)
    const { streams } = services.notifications
    await live.register(notificationStreamRoutes, { prefix: '/notifications', streams, isActiveMember })
  })
}

/** @param publicFirst for pages that are served by address, some of them to everyone */
function onlyForMembers(
  app: FastifyInstance,
  { deps, services, limits }: Omit<ApiOptions, 'shedding'>,
  { requireMember = requireStatus('active'), quotas = limits.calls, publicFirst = false } = {},
) {
  app.addHook('onRequest', quotas.withoutCookie)
  app.addHook('onRequest', onlyOwnPages(deps.config.origins))
  app.addHook('onRequest', onlyDeliberateWrites)
  if (!publicFirst) app.addHook('onRequest', onlyCurrentPages)
  describeChecks(app, { origins: deps.config.origins, csrf: true, session: true, version: !publicFirst })
  for (const hook of [signedIn(services.accounts.sessions, quotas.refused), quotas.member, requireMember]) {
    // Rate limits run first, so that unauthenticated bodies are never parsed (decision 094).
    if (publicFirst) app.addHook('preHandler', hook)
    else app.addHook('onRequest', hook)
  }
  claimIdempotencyKeys(app, services.operations.idempotencyKeys)
  app.addHook('onResponse', rememberRequest(services.operations.requestHistory))
}

/** Routes for calendar and mail programs, which have neither a session nor the headers of a browser. */
const programs: FastifyPluginAsync<Omit<ApiOptions, 'deps'>> = async (
  app,
  { services, limits, shedding },
) => {
  const { calendar } = services
  const { feeds: calendarFeeds, publicFeed } = calendar
  const { unsubscribe } = services.notifications
  const { languageOf } = services.accounts.languages
  app.addHook('onRequest', shedding.background)
  const onMiss = limits.misses
  await app.register(
    async (calendars) => {
      calendars.addHook('onRequest', limits.calendars.byAddress)
      calendars.addHook('onRequest', limits.calendars.byFeed)
      await calendars.register(subscribedCalendarRoutes, { calendar, calendarFeeds, languageOf, onMiss })
    },
    { prefix: '/calendar' },
  )
  await app.register(async (open) => {
    open.addHook('onRequest', limits.open)
    const { chapters } = services.chapters
    const community = services.community.publicSettings
    await open.register(publicFeedRoutes, { publicFeed, community, chapters })
  })
  await app.register(
    async (emails) => {
      emails.addHook('onRequest', limits.open)
      await emails.register(oneClickRoutes, { unsubscribe, onMiss })
    },
    { prefix: '/unsubscribe' },
  )
}

/** Members' and events' pictures: outside `/api`, whose answers browsers do not cache. */
const pictures: FastifyPluginAsync<ApiOptions> = async (app, { deps, services, limits, shedding }) => {
  app.addHook('onRequest', shedding.calls)
  app.addHook('onRoute', requireStrictSchemas)
  const publicOptions = {
    picture: services.people.images.picture,
    isPublic: isPublicPicture(services),
    callers: createCallers(services.accounts.sessions),
    refused: limits.pictures.refused,
  }
  app.addHook('preHandler', publicPictures(publicOptions))
  const memberOptions = {
    quotas: limits.pictures,
    requireMember: requireStatus('active', 'pending'),
    publicFirst: true,
  }
  onlyForMembers(app, { deps, services, limits }, memberOptions)
  await app.register(imageRoutes, { images: services.people.images })
}

/** Whether visitors may see a picture, too. */
const isPublicPicture =
  ({ chapters, community, programme, prestige, dashboard }: Modules) =>
  async (imageId: string) =>
    (await community.settings.isLogo(imageId)) ||
    (await programme.publicEvents.isCover(imageId)) ||
    (await chapters.chapters.isPublicCover(imageId)) ||
    (await dashboard.landing.isFace(imageId)) ||
    prestige.publicPage.isPublicPhoto(imageId)

/** The community's name and colour in link previews. */
const previewSiteOf =
  ({ config }: AppDeps, { community }: Modules) =>
  async (): Promise<PreviewSite> => {
    const { organisation, accent, hasFeeds } = await community.publicSettings()
    return {
      origin: config.origins[0],
      productName: config.client.PRODUCT_NAME,
      organisation,
      accent,
      hasFeeds,
    }
  }

/** Images of public events in previews of their links. */
const previews: FastifyPluginAsync<ApiOptions & { site: () => Promise<PreviewSite> }> = async (
  app,
  { deps, services, limits, shedding, site },
) => {
  const renderer = deps.renderer ?? createPreviewRenderer()
  app.addHook('onClose', renderer.close)
  app.addHook('onRequest', shedding.background)
  await app.register(previewImageRoutes, {
    prefix: '/previews',
    find: services.programme.publicEvents.find,
    file: services.people.images.file,
    site,
    renderer,
    limit: limits.open,
    onMiss: limits.misses,
  })
}

/** The choice of a language in the footer of public pages. */
const languageForm: FastifyPluginAsync<ApiOptions> = async (app, { deps, services, limits, shedding }) => {
  const { origins } = deps.config
  app.addHook('onRequest', shedding.calls)
  app.addHook('onRequest', limits.open)
  app.addHook('onRequest', onlyOwnPages(origins))
  await app.register(languageFormRoutes, {
    prefix: '/language',
    origin: origins[0],
    languages: services.accounts.languages,
  })
}

/** The identity provider's pages, on our own origin. */
const identityPages: FastifyPluginAsync<
  Pick<ApiOptions, 'deps' | 'limits' | 'shedding'> & { headers: FixedHeaders }
> = async (app, { deps: { config, httpAgent }, limits, shedding, headers }) => {
  app.addHook('onRequest', shedding.calls)
  const { authEmulator: host, client } = config
  if (host) return app.register(authEmulator, { host, guard: onlyOwnPages(config.origins), headers })
  app.addHook('onRequest', limits.identityPages)
  return app.register(authPages, { authDomain: client.FIREBASE_AUTH_DOMAIN, agent: httpAgent, headers })
}
