import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Conversation } from '#server/modules/conversation/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Notifications } from '#server/modules/notifications/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'

import { reportedPictures } from './reports/collection.ts'
import { createReportQueue } from './reports/queue.ts'
import { createReportService, reportsAccountData } from './reports/service.ts'
import { createReportSources } from './reports/sources.ts'
import { reportView } from './reports/view.ts'
import { adminReportRoutes, reportRoutes } from './reports/routes.ts'

export const views = [reportView]
export const collections = [...views.map((view) => view.of), reportedPictures]

interface Earlier {
  operations: Operations
  people: People
  accounts: Accounts
  events: Events
  conversation: Conversation
  notifications: Notifications
}

export type Moderation = ReturnType<typeof createModeration>

/** Constructs reports by members and the hiding of content by admins. */
export function createModeration(
  { store, clock, newId }: Platform,
  { operations, people, accounts, events, conversation, notifications }: Earlier,
) {
  const sources = createReportSources(people, events, conversation)
  const reports = createReportService({ store, clock, newId, operations, people, notifications, sources })
  const reportQueue = createReportQueue({ store, clock, operations, accounts, sources })

  const routes: RoutesByScope = {
    members: [at('/moderation', reportRoutes, { reports })],
    admins: [at('/admin/reports', adminReportRoutes, { reportQueue })],
  }

  return {
    reports,
    reportQueue,
    routes,
    accountDataParts: [reportsAccountData(reports)] satisfies AccountDataPart[],
  }
}
