import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Moderation } from '#server/modules/moderation/module.ts'
import type { Notifications } from '#server/modules/notifications/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Platform } from '#server/modules/platform.ts'

import { auditRoutes } from './audit/routes.ts'
import { createAdminAuditLog } from './audit/service.ts'
import { adminEventRoutes } from './events/routes.ts'
import { createAdminEvents } from './events/service.ts'
import { createListViewLog } from './members/list-views.ts'
import { createMemberList } from './members/list.ts'
import { adminMemberRoutes } from './members/routes.ts'
import { createVerificationMailer } from './members/verification.ts'
import { createOverview } from './overview/service.ts'
import { adminRoutes } from './routes.ts'
import { settingsRoutes } from './settings/routes.ts'

interface Earlier {
  operations: Operations
  community: Community
  people: People
  chapters: Chapters
  accounts: Accounts
  prestige: Prestige
  events: Events
  attendance: Attendance
  programme: Programme
  notifications: Notifications
  moderation: Moderation
}

/** Creates the screens of the admin area from the modules before it. */
export function createAdmin(
  { store, clock, newId, mailer }: Platform,
  {
    operations,
    community,
    people,
    chapters,
    accounts,
    prestige,
    events,
    attendance,
    programme,
    notifications,
    moderation,
  }: Earlier,
) {
  const listViews = createListViewLog({ store, clock, operations })
  const auditLog = createAdminAuditLog({ store, operations })
  const adminEvents = createAdminEvents({ store, clock, people, events, attendance, programme, listViews })
  const list = createMemberList({ store, clock, mailer, operations, people, accounts, listViews })
  const verification = createVerificationMailer({ store, clock, newId, operations, accounts, notifications })
  const overview = createOverview({
    store,
    clock,
    mailer,
    operations,
    chapters,
    accounts,
    prestige,
    notifications,
    moderation,
  })

  const routes: RoutesByScope = {
    admins: [
      at('/admin', adminRoutes, { overview }),
      at('/admin/audit', auditRoutes, { auditLog }),
      at('/admin/events', adminEventRoutes, { adminEvents }),
      at('/admin/members', adminMemberRoutes, { accounts, list, auditLog, verification }),
      at('/admin/settings', settingsRoutes, { community }),
    ],
  }

  return { routes }
}
