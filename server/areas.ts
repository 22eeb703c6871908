import type { FastifyPluginAsync } from 'fastify'

import { createNamedAuditLog } from '#server/features/admin/named-audit-log.ts'
import { adminRoutes } from '#server/features/admin/routes.ts'
import { blockRoutes } from '#server/features/blocks/routes.ts'
import { calendarFeedRoutes, eventCalendarRoutes } from '#server/features/calendar/routes.ts'
import { connectionNoteRoutes } from '#server/features/connection-notes/routes.ts'
import { connectionRoutes } from '#server/features/connections/routes.ts'
import { dashboardRoutes } from '#server/features/dashboard/routes.ts'
import { directoryRoutes } from '#server/features/directory/routes.ts'
import {
  eventAnnouncementRoutes,
  eventAnnouncingRoutes,
} from '#server/features/event-announcements/routes.ts'
import { eventOrganisingRoutes, organisedEventRoutes } from '#server/features/event-organising/routes.ts'
import { eventEditingRoutes, eventRoutes } from '#server/features/events/routes.ts'
import { imageUploadRoutes } from '#server/features/images/routes.ts'
import { introductionRoutes } from '#server/features/introductions/routes.ts'
import { meetingRoutes } from '#server/features/meetings/routes.ts'
import { memberRoutes, ownProfileRoutes, ownRecordRoutes } from '#server/features/members/routes.ts'
import { accountDataRoutes, keepAccountRoutes } from './features/account-data/routes.ts'
import { rsvpRoutes } from '#server/features/rsvps/routes.ts'
import { recentSignIn, withRole } from '#server/http/session.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Services } from '#server/services.ts'

/** What stands open to every active member. All areas are below the scope that makes sure of that. */
export const memberArea: FastifyPluginAsync<Services> = async (app, services) => {
  await app.register(ownProfileRoutes, { prefix: '/me', ...services })
  await app.register(memberRoutes, { prefix: '/members', ...services })
  await app.register(imageUploadRoutes, { prefix: '/images', ...services })
  await app.register(eventRoutes, { prefix: '/events', ...services })
  await app.register(rsvpRoutes, { prefix: '/events', ...services })
  await app.register(eventAnnouncementRoutes, { prefix: '/events', ...services })
  await app.register(organisedEventRoutes, { prefix: '/events', ...services })
  await app.register(eventCalendarRoutes, { prefix: '/events', ...services })
  await app.register(calendarFeedRoutes, { prefix: '/calendar-feed', feeds: services.calendarFeeds })
  await app.register(connectionRoutes, { prefix: '/connections', ...services })
  await app.register(connectionNoteRoutes, { prefix: '/connections', ...services })
  await app.register(blockRoutes, { prefix: '/blocks', ...services })
  await app.register(directoryRoutes, { prefix: '/directory', ...services })
  await app.register(introductionRoutes, { prefix: '/introductions', ...services })
  await app.register(meetingRoutes, { prefix: '/meetings', ...services })
  await app.register(dashboardRoutes, { prefix: '/dashboard', ...services })
}

/**
 * What is kept of a person, to see, to take along and to have deleted: theirs also while their membership is suspended
 * or not approved yet.
 */
export const accountArea: FastifyPluginAsync<Services & { clock: Clock }> = async (
  app,
  { clock, ...services },
) => {
  await app.register(ownRecordRoutes, { prefix: '/me', ...services })
  await app.register(keepAccountRoutes, { prefix: '/account', ...services })
  await app.register(async (sensitive) => {
    sensitive.addHook('preHandler', recentSignIn(services.sessions, clock))
    await sensitive.register(accountDataRoutes, { prefix: '/account', ...services })
  })
}

export const organiserArea: FastifyPluginAsync<Services> = async (app, services) => {
  app.addHook('preHandler', withRole('organiser', 'admin'))
  await app.register(eventEditingRoutes, { prefix: '/events', ...services })
  await app.register(eventAnnouncingRoutes, { prefix: '/events', ...services })
  await app.register(eventOrganisingRoutes, { prefix: '/events', ...services })
}

export const adminArea: FastifyPluginAsync<Services> = async (app, { members, audit }) => {
  app.addHook('preHandler', withRole('admin'))
  const auditLog = createNamedAuditLog({ auditLog: audit.list, namesOf: members.namesOf })
  await app.register(adminRoutes, { prefix: '/admin', members: members.records, auditLog })
}
