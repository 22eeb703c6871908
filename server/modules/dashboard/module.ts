import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Platform } from '#server/platform.ts'

import { createOrganiserFigures } from './organiser-figures.ts'
import { dashboardRoutes } from './routes.ts'
import { createDashboardService } from './service.ts'

interface Earlier {
  community: Community
  accounts: Accounts
  people: People
  prestige: Prestige
  events: Events
  meetings: Meetings
}

/** Constructs the dashboard from the modules before it. */
export function createDashboard({ store, clock }: Platform, earlier: Earlier) {
  const organiserFigures = createOrganiserFigures({ store, clock })
  const dashboard = createDashboardService({ store, clock, ...earlier, organiserFigures })
  const routes: RoutesByScope = { members: [at('/dashboard', dashboardRoutes, { dashboard })] }

  return { dashboard, routes }
}
