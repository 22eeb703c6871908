import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Accounts } from '#server/modules/accounts/module.ts'
import type { Community } from '#server/modules/community/module.ts'
import type { Attendance } from '#server/modules/attendance/module.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Prestige } from '#server/modules/prestige/module.ts'
import type { Rounds } from '#server/modules/rounds/module.ts'
import type { Platform } from '#server/modules/platform.ts'

import { landingRoutes } from './landing/routes.ts'
import { createLanding } from './landing/service.ts'
import { createOrganiserFigures } from './organiser-figures.ts'
import { dashboardRoutes } from './routes.ts'
import { createDashboardService } from './service.ts'

interface Earlier {
  community: Community
  accounts: Accounts
  people: People
  prestige: Prestige
  attendance: Attendance
  programme: Programme
  meetings: Meetings
  rounds: Rounds
}

/** Constructs the dashboard from the modules before it. */
export function createDashboard({ store, clock }: Platform, earlier: Earlier) {
  const organiserFigures = createOrganiserFigures({ store, clock })
  const dashboard = createDashboardService({ store, clock, ...earlier, organiserFigures })
  const landing = createLanding({ store, clock })
  const routes: RoutesByScope = {
    everyone: [at('/public/landing', landingRoutes, { landing })],
    members: [at('/dashboard', dashboardRoutes, { dashboard })],
  }

  return { dashboard, landing, routes }
}
