import type { FastifyInstance, FastifyPluginAsync } from 'fastify'

import { type RoleAction, rolesThatCan } from '#shared/roles.ts'
import { adminEventRoutes } from '#server/features/admin/events/routes.ts'
import { adminMemberRoutes } from '#server/features/admin/members/routes.ts'
import { auditRoutes } from '#server/features/admin/audit/routes.ts'
import { adminRoutes } from '#server/features/admin/routes.ts'
import { settingsRoutes } from '#server/features/admin/settings/routes.ts'
import { announcementRoutes, sendAnnouncementRoutes } from '#server/features/announcements/routes.ts'
import { attendeeMessageRoutes } from '#server/features/attendee-messages/routes.ts'
import { availabilityRoutes, bestTimesRoutes } from '#server/features/availability/routes.ts'
import { blockRoutes } from '#server/features/blocks/routes.ts'
import {
  calendarFeedRoutes,
  eventCalendarRoutes,
  meetingCalendarRoutes,
  subscribedCalendarRoutes,
} from '#server/features/calendar/routes.ts'
import { checkInCodeRoutes, checkInRoutes } from '#server/features/check-in/routes.ts'
import { connectionNoteRoutes } from '#server/features/connection-notes/routes.ts'
import { connectionRoutes } from '#server/features/connections/routes.ts'
import { consentRoutes } from '#server/features/consents/routes.ts'
import { dashboardRoutes } from '#server/features/dashboard/routes.ts'
import { directoryRoutes } from '#server/features/directory/routes.ts'
import { oneClickRoutes } from '#server/features/emails/routes.ts'
import { errorGroupRoutes } from '#server/features/error-groups/routes.ts'
import { eventEditingRoutes, eventRoutes } from '#server/features/events/routes.ts'
import { imageUploadRoutes } from '#server/features/images/routes.ts'
import { adminInvitationRoutes, invitedPersonRoutes } from '#server/features/invitations/routes.ts'
import { introductionRoutes } from '#server/features/introductions/routes.ts'
import { meetAgainRoutes } from '#server/features/meet-again/routes.ts'
import { meetingRoutes } from '#server/features/meetings/routes.ts'
import { memberIntroductionRoutes } from '#server/features/member-introductions/routes.ts'
import { adminReportRoutes, reportRoutes } from '#server/features/reports/routes.ts'
import { prestigeAdminRoutes, prestigeRoutes } from '#server/features/prestige/routes.ts'
import { memberRoutes, ownProfileRoutes, ownRecordRoutes } from '#server/features/members/routes.ts'
import { accountDataRoutes, ownAccountRoutes } from '#server/features/account-data/routes.ts'
import { preferenceRoutes } from '#server/features/notification-preferences/routes.ts'
import { notificationRoutes, notificationStreamRoutes } from '#server/features/notifications/routes.ts'
import { pushRoutes } from '#server/features/push/routes.ts'
import { rosterRoutes } from '#server/features/roster/routes.ts'
import { rsvpRoutes } from '#server/features/rsvps/routes.ts'
import {
  createCallers,
  anyMember,
  memberOrApplicant,
  memberOrNewcomer,
  recentSignIn,
  whoCan,
} from '#server/features/session/hooks.ts'
import { sensitiveSessionRoutes, ownSessionRoutes } from '#server/features/session/routes.ts'
import { describeRoles } from '#server/http/openapi.ts'
import type { RateLimits } from '#server/http/rate-limits.ts'
import type { Shedding } from '#server/http/shedding.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Services } from '#server/services.ts'

interface Options {
  services: Services
}

/** Open to every active member. All areas are registered below the scope that checks the session. */
export const memberArea: FastifyPluginAsync<Options> = async (app, { services }) => {
  const { announcements, availability, calendar, connections, events, members } = services
  const { meetAgain, memberIntroductions } = services
  await app.register(availabilityRoutes, { prefix: '/me', availability })
  await app.register(memberRoutes, { prefix: '/members', members })
  await app.register(eventRoutes, { prefix: '/events', events })
  await app.register(rsvpRoutes, { prefix: '/events', rsvps: services.rsvps })
  await app.register(announcementRoutes, { prefix: '/events', announcements })
  await app.register(checkInCodeRoutes, { prefix: '/events', checkIn: services.checkIn })
  await app.register(eventCalendarRoutes, { prefix: '/events', calendar })
  await app.register(calendarFeedRoutes, { prefix: '/calendar-feed', feeds: services.calendarFeeds })
  await app.register(connectionRoutes, { prefix: '/connections', connections })
  await app.register(connectionNoteRoutes, { prefix: '/connections', notes: services.notes })
  await app.register(blockRoutes, { prefix: '/blocks', blocks: services.blocks })
  await app.register(directoryRoutes, { prefix: '/directory', directory: services.directory })
  await app.register(introductionRoutes, { prefix: '/introductions', introductions: services.introductions })
  await app.register(memberIntroductionRoutes, { prefix: '/member-introductions', memberIntroductions })
  await app.register(meetAgainRoutes, { prefix: '/events', meetAgain })
  await app.register(bestTimesRoutes, { prefix: '/meetings', availability })
  await app.register(meetingRoutes, { prefix: '/meetings', meetings: services.meetings })
  await app.register(meetingCalendarRoutes, { prefix: '/meetings', calendar })
  await app.register(prestigeRoutes, { prefix: '/prestige', prestige: services.prestige })
  await app.register(notificationRoutes, { prefix: '/notifications', notifications: services.notifications })
  await app.register(preferenceRoutes, { prefix: '/notifications', preferences: services.preferences })
  await app.register(pushRoutes, { prefix: '/push', push: services.push, sender: services.pushSender })
  await app.register(reportRoutes, { prefix: '/moderation', reports: services.reports })
  await app.register(dashboardRoutes, { prefix: '/dashboard', dashboard: services.dashboard })
}

/** What stays open. Open to every active member, and counted apart from their other requests. */
export const streamArea: FastifyPluginAsync<Options> = async (
  app,
  { services: { notificationStreams: streams, sessions } },
) => {
  const { isActiveMember } = createCallers(sessions)
  await app.register(notificationStreamRoutes, { prefix: '/notifications', streams, isActiveMember })
}

/** For everyone with a verified email: each scope below says for whom. */
export const accountArea: FastifyPluginAsync<Options & { clock: Clock }> = async (app, options) => {
  const { invitations } = options.services
  await app.register(async (newcomers) => {
    newcomers.addHook('preHandler', memberOrNewcomer)
    await newcomers.register(invitedPersonRoutes, { prefix: '/invitations', invitations })
  })
  await app.register(async (own) => {
    own.addHook('preHandler', anyMember)
    await own.register(ownAccount, options)
  })
}

/**
 * A person's own account and data: also while their membership is suspended or not approved yet. Those who await approval
 * can complete their profile too, with a photo.
 */
const ownAccount: FastifyPluginAsync<Options & { clock: Clock }> = async (
  app,
  { services: { accountData, community, images, members, sessions }, clock },
) => {
  await app.register(ownRecordRoutes, { prefix: '/me', members })
  await app.register(consentRoutes, { prefix: '/me/consent', consents: community.consents })
  await app.register(ownAccountRoutes, { prefix: '/account', accountData, members })
  await app.register(async (applicants) => {
    applicants.addHook('preHandler', memberOrApplicant)
    await applicants.register(ownProfileRoutes, { prefix: '/me', members })
    await applicants.register(imageUploadRoutes, { prefix: '/images', images })
  })
  await app.register(ownSessionRoutes, { prefix: '/sessions', sessions })
  await app.register(async (sensitive) => {
    sensitive.addHook('preHandler', recentSignIn(sessions, clock))
    await sensitive.register(accountDataRoutes, { prefix: '/account', accountData, members })
    await sensitive.register(sensitiveSessionRoutes, { prefix: '/sessions', sessions })
  })
}

export const organiserArea: FastifyPluginAsync<Options> = async (
  app,
  { services: { announcements, attendeeMessages, checkIn, events, roster, rosterCommands } },
) => {
  onlyWhoCan(app, 'organise')
  await app.register(eventEditingRoutes, { prefix: '/events', events })
  await app.register(sendAnnouncementRoutes, { prefix: '/events', announcements })
  await app.register(rosterRoutes, { prefix: '/events', roster, rosterCommands })
  await app.register(attendeeMessageRoutes, { prefix: '/events', attendeeMessages })
  await app.register(checkInRoutes, { prefix: '/events', checkIn })
}

export const adminArea: FastifyPluginAsync<Options & { clock: Clock }> = async (
  app,
  {
    services: { admin, clientErrors, community, invitations, prestige, reportQueue: queue, sessions },
    clock,
  },
) => {
  onlyWhoCan(app, 'administer')
  const recently = { recentSignIn: recentSignIn(sessions, clock) }
  await app.register(adminRoutes, { prefix: '/admin', ...admin })
  await app.register(auditRoutes, { prefix: '/admin/audit', ...admin })
  await app.register(adminEventRoutes, { prefix: '/admin/events', events: admin.events })
  await app.register(adminMemberRoutes, { prefix: '/admin/members', ...admin, ...recently })
  await app.register(settingsRoutes, { prefix: '/admin/settings', settings: community.admin })
  await app.register(adminReportRoutes, { prefix: '/admin/reports', queue })
  await app.register(errorGroupRoutes, { prefix: '/admin/client-errors', groups: clientErrors.groups })
  await app.register(adminInvitationRoutes, { prefix: '/admin/invitations', invitations })
  await app.register(prestigeAdminRoutes, { prefix: '/admin/prestige', prestige })
}

function onlyWhoCan(app: FastifyInstance, action: RoleAction) {
  describeRoles(app, rolesThatCan(action))
  app.addHook('preHandler', whoCan(action))
}

/** For calendar and mail programs, which have neither a session nor the headers of a browser. */
export const programArea: FastifyPluginAsync<Options & { limits: RateLimits; shedding: Shedding }> = async (
  app,
  { services: { calendar, calendarFeeds: feeds, unsubscribe }, limits, shedding },
) => {
  app.addHook('onRequest', shedding.background)
  const onMiss = limits.misses
  await app.register(
    async (calendars) => {
      calendars.addHook('onRequest', limits.calendars.byAddress)
      calendars.addHook('onRequest', limits.calendars.byFeed)
      await calendars.register(subscribedCalendarRoutes, { calendar, feeds, onMiss })
    },
    { prefix: '/calendar' },
  )
  await app.register(
    async (emails) => {
      emails.addHook('onRequest', limits.open)
      await emails.register(oneClickRoutes, { unsubscribe, onMiss })
    },
    { prefix: '/unsubscribe' },
  )
}
