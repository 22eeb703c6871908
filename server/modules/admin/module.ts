import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Moderation } from '#server/modules/moderation/module.ts'
import type { Notifications } from '#server/modules/notifications/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Platform } from '#server/platform.ts'

import { createAdminAuditLog } from './audit/service.ts'
import { createAdminEvents } from './events/service.ts'
import { createListViewLog } from './members/list-views.ts'
import { createMemberList } from './members/list.ts'
import { createVerificationMailer } from './members/verification.ts'
import { createOverview } from './overview/service.ts'

interface Earlier {
  operations: Operations
  people: People
  accounts: Accounts
  prestige: Prestige
  events: Events
  notifications: Notifications
  moderation: Moderation
}

export type Admin = ReturnType<typeof createAdmin>

/** Creates the screens of the admin area from the modules before it. */
export function createAdmin(
  { config, store, clock, newId, mailer }: Platform,
  { operations, people, accounts, prestige, events, notifications, moderation }: Earlier,
) {
  const listViews = createListViewLog({ store, clock, operations })
  return {
    auditLog: createAdminAuditLog({ store, operations }),
    events: createAdminEvents({ store, clock, people, events, listViews }),
    list: createMemberList({ config, store, clock, mailer, operations, people, accounts, listViews }),
    verification: createVerificationMailer({
      store,
      clock,
      newId,
      operations,
      accounts,
      notifications,
    }),
    overview: createOverview({
      store,
      clock,
      mailer,
      operations,
      accounts,
      prestige,
      notifications,
      moderation,
    }),
  }
}
