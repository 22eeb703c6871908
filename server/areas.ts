import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import { type RoleAction, rolesThatCan } from '#shared/accounts/roles.ts'
import { adminEventRoutes } from '#server/modules/admin/events/routes.ts'
import { adminMemberRoutes } from '#server/modules/admin/members/routes.ts'
import { auditRoutes } from '#server/modules/admin/audit/routes.ts'
import { adminRoutes } from '#server/modules/admin/routes.ts'
import { settingsRoutes } from '#server/modules/admin/settings/routes.ts'
import { announcementRoutes, sendAnnouncementRoutes } from '#server/modules/events/announcements/routes.ts'
import { attendeeMessageRoutes } from '#server/modules/events/attendee-messages/routes.ts'
import { availabilityRoutes, bestTimesRoutes } from '#server/modules/meetings/availability/routes.ts'
import { blockRoutes } from '#server/modules/people/blocks/routes.ts'
import {
  calendarFeedRoutes,
  eventCalendarRoutes,
  publicFeedRoutes,
  subscribedCalendarRoutes,
} from '#server/modules/events/calendar/routes.ts'
import { checkInCodeRoutes, checkInRoutes } from '#server/modules/events/check-in/routes.ts'
import { connectionNoteRoutes } from '#server/modules/people/notes/routes.ts'
import { connectionRoutes } from '#server/modules/people/connections/routes.ts'
import { languageRoutes } from '#server/modules/accounts/language/routes.ts'
import { termsRoutes } from '#server/modules/accounts/terms/routes.ts'
import { dashboardRoutes } from '#server/modules/dashboard/routes.ts'
import { directoryRoutes } from '#server/modules/people/directory/routes.ts'
import { oneClickRoutes } from '#server/modules/notifications/emails/routes.ts'
import { feedbackRoutes } from '#server/modules/events/feedback/routes.ts'
import { recapRoutes } from '#server/modules/events/recaps/routes.ts'
import { errorGroupRoutes } from '#server/modules/operations/error-groups/routes.ts'
import { discussionRoutes } from '#server/modules/events/discussion/routes.ts'
import { editEventRoutes, eventEditingRoutes, eventRoutes } from '#server/modules/events/events/routes.ts'
import { imageUploadRoutes } from '#server/modules/people/images/routes.ts'
import {
  adminInvitationRoutes,
  friendInvitationRoutes,
  invitedPersonRoutes,
} from '#server/modules/accounts/invitations/routes.ts'
import { suggestionRoutes } from '#server/modules/people/suggestions/routes.ts'
import { meetAgainRoutes } from '#server/modules/meetings/meet-again/routes.ts'
import { meetingRoutes } from '#server/modules/meetings/meetings/routes.ts'
import { introductionRoutes } from '#server/modules/people/introductions/routes.ts'
import { adminReportRoutes, reportRoutes } from '#server/modules/moderation/reports/routes.ts'
import { prestigeAdminRoutes, prestigeRoutes } from '#server/modules/prestige/routes.ts'
import { memberRoutes, ownProfileRoutes, ownRecordRoutes } from '#server/modules/people/members/routes.ts'
import { accountDataRoutes, ownAccountRoutes } from '#server/modules/accounts/account-data/routes.ts'
import { preferenceRoutes } from '#server/modules/notifications/preferences/routes.ts'
import { notificationRoutes, notificationStreamRoutes } from '#server/modules/notifications/in-app/routes.ts'
import { pushRoutes } from '#server/modules/notifications/push/routes.ts'
import { searchRoutes } from '#server/modules/search/routes.ts'
import { deskRoutes, eventFigureRoutes } from '#server/modules/events/desk/routes.ts'
import { groupMessageRoutes } from '#server/modules/events/group-messages/routes.ts'
import { answerRoutes, answerTotalRoutes } from '#server/modules/events/questions/routes.ts'
import { eventImportRoutes } from '#server/modules/events/imports/routes.ts'
import { eventInvitationRoutes } from '#server/modules/events/invitations/routes.ts'
import { rosterRoutes } from '#server/modules/events/roster/routes.ts'
import { seriesEditingRoutes, seriesRsvpRoutes } from '#server/modules/events/series/routes.ts'
import { rsvpRoutes } from '#server/modules/events/rsvps/routes.ts'
import {
  createCallers,
  requireStatus,
  recentSignIn,
  whoCan,
} from '#server/modules/accounts/sessions/hooks.ts'
import { sensitiveSessionRoutes, ownSessionRoutes } from '#server/modules/accounts/sessions/routes.ts'
import { describeRoles } from '#server/http/openapi.ts'
import type { RateLimits } from '#server/http/checks/rate-limits.ts'
import type { Shedding } from '#server/http/checks/shedding.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Modules } from '#server/modules.ts'

interface Options {
  services: Modules
}

/** Registers routes with the services of their module. Fastify loads them in this order. */
function register<Services extends object>(
  app: FastifyInstance,
  prefix: string,
  services: Services,
  ...all: readonly FastifyPluginAsyncTypebox<NoInfer<Services>>[]
) {
  for (const routes of all) void app.register(routes, { prefix, ...services })
}

/** Open to every active member. All areas are registered below the scope that checks the session. */
export const memberArea: FastifyPluginAsync<Options> = async (app, { services }) => {
  const { accounts, events, meetings, moderation, notifications, people, prestige } = services
  register(app, '/invitations', accounts, friendInvitationRoutes)
  register(app, '/members', people, memberRoutes)
  register(
    app,
    '/events',
    events,
    eventRoutes,
    rsvpRoutes,
    seriesRsvpRoutes,
    answerRoutes,
    announcementRoutes,
    discussionRoutes,
    feedbackRoutes,
    recapRoutes,
    checkInCodeRoutes,
    eventCalendarRoutes,
  )
  register(app, '/calendar-feed', events, calendarFeedRoutes)
  register(app, '/connections', people, connectionRoutes, connectionNoteRoutes)
  register(app, '/blocks', people, blockRoutes)
  register(app, '/directory', people, directoryRoutes)
  register(app, '/suggestions', people, suggestionRoutes)
  register(app, '/introductions', people, introductionRoutes)
  register(app, '/me', meetings, availabilityRoutes)
  register(app, '/events', meetings, meetAgainRoutes)
  register(app, '/meetings', meetings, bestTimesRoutes, meetingRoutes)
  register(app, '/prestige', prestige, prestigeRoutes)
  register(app, '/notifications', notifications, notificationRoutes, preferenceRoutes)
  register(app, '/push', notifications, pushRoutes)
  register(app, '/moderation', moderation, reportRoutes)
  register(app, '/dashboard', services.dashboard, dashboardRoutes)
  register(app, '/search', services.search, searchRoutes)
}

/** Streams. Open to every active member, and counted separately from their other requests. */
export const streamArea: FastifyPluginAsync<Options> = async (
  app,
  { services: { notifications, accounts } },
) => {
  const { isActiveMember } = createCallers(accounts.sessions)
  await app.register(notificationStreamRoutes, {
    prefix: '/notifications',
    streams: notifications.streams,
    isActiveMember,
  })
}

/** For everyone with a verified email: each scope below defines its audience. */
export const accountArea: FastifyPluginAsync<Options & { clock: Clock }> = async (app, options) => {
  const { invitations } = options.services.accounts
  await app.register(async (newcomers) => {
    newcomers.addHook('preHandler', requireStatus('active', 'pending', 'uninvited'))
    await newcomers.register(invitedPersonRoutes, { prefix: '/invitations', invitations })
  })
  await app.register(async (own) => {
    own.addHook('preHandler', requireStatus('active', 'pending', 'suspended', 'declined'))
    await own.register(ownAccount, options)
  })
}

/**
 * A person's own account and data, available even while their membership is suspended or not approved yet. People
 * who await approval can complete their profile too, with a photo.
 */
const ownAccount: FastifyPluginAsync<Options & { clock: Clock }> = async (
  app,
  { services: { accounts, people }, clock },
) => {
  const { accountData, languages, sessions, terms } = accounts
  const { images, members } = people
  await app.register(ownRecordRoutes, { prefix: '/me', members })
  await app.register(languageRoutes, { prefix: '/me/language', languages })
  await app.register(termsRoutes, { prefix: '/me/agreement', terms })
  await app.register(ownAccountRoutes, { prefix: '/account', accountData, people })
  await app.register(async (applicants) => {
    applicants.addHook('preHandler', requireStatus('active', 'pending'))
    await applicants.register(ownProfileRoutes, { prefix: '/me', members })
    await applicants.register(imageUploadRoutes, { prefix: '/images', images })
  })
  await app.register(ownSessionRoutes, { prefix: '/sessions', sessions })
  await app.register(async (sensitive) => {
    sensitive.addHook('preHandler', recentSignIn(sessions, clock))
    await sensitive.register(accountDataRoutes, { prefix: '/account', accountData, people })
    await sensitive.register(sensitiveSessionRoutes, { prefix: '/sessions', sessions })
  })
}

export const organiserArea: FastifyPluginAsync<Options> = async (app, { services: { events } }) => {
  onlyWhoCan(app, 'organise')
  register(
    app,
    '/events',
    events,
    eventEditingRoutes,
    eventImportRoutes,
    seriesEditingRoutes,
    eventFigureRoutes,
  )
}

/** For organisers, and members whom they trust: the rights on the event of each request decide. */
export const eventTeamArea: FastifyPluginAsync<Options> = async (app, { services: { events } }) => {
  describeRoles(app, [...rolesThatCan('organise'), 'trusted member'])
  register(
    app,
    '/events',
    events,
    editEventRoutes,
    sendAnnouncementRoutes,
    rosterRoutes,
    eventInvitationRoutes,
    answerTotalRoutes,
    attendeeMessageRoutes,
    groupMessageRoutes,
    deskRoutes,
    checkInRoutes,
  )
}

export const adminArea: FastifyPluginAsync<Options & { clock: Clock }> = async (
  app,
  { services: { accounts, admin, community, moderation, operations, prestige }, clock },
) => {
  onlyWhoCan(app, 'administer')
  register(app, '/admin', admin, adminRoutes)
  register(app, '/admin/audit', admin, auditRoutes)
  register(app, '/admin/events', admin, adminEventRoutes)
  await app.register(adminMemberRoutes, {
    prefix: '/admin/members',
    accounts,
    admin,
    recentSignIn: recentSignIn(accounts.sessions, clock),
  })
  await app.register(settingsRoutes, { prefix: '/admin/settings', community })
  register(app, '/admin/reports', moderation, adminReportRoutes)
  register(app, '/admin/client-errors', operations, errorGroupRoutes)
  register(app, '/admin/invitations', accounts, adminInvitationRoutes)
  register(app, '/admin/prestige', prestige, prestigeAdminRoutes)
}

function onlyWhoCan(app: FastifyInstance, action: RoleAction) {
  describeRoles(app, rolesThatCan(action))
  app.addHook('preHandler', whoCan(action))
}

/** For calendar and mail programs, which have neither a session nor the headers of a browser. */
export const programArea: FastifyPluginAsync<Options & { limits: RateLimits; shedding: Shedding }> = async (
  app,
  { services, limits, shedding },
) => {
  const { calendar, calendarFeeds: feeds, publicFeed: feed } = services.events
  const { unsubscribe } = services.notifications
  const { languageOf } = services.accounts.languages
  app.addHook('onRequest', shedding.background)
  const onMiss = limits.misses
  await app.register(
    async (calendars) => {
      calendars.addHook('onRequest', limits.calendars.byAddress)
      calendars.addHook('onRequest', limits.calendars.byFeed)
      await calendars.register(subscribedCalendarRoutes, { calendar, feeds, languageOf, onMiss })
    },
    { prefix: '/calendar' },
  )
  await app.register(async (open) => {
    open.addHook('onRequest', limits.open)
    await open.register(publicFeedRoutes, { feed, community: services.community.publicSettings })
  })
  await app.register(
    async (emails) => {
      emails.addHook('onRequest', limits.open)
      await emails.register(oneClickRoutes, { unsubscribe, onMiss })
    },
    { prefix: '/unsubscribe' },
  )
}
