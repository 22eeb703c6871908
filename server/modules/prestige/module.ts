import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import { MINUTE } from '#shared/lib/durations.ts'

import { createAwards } from './awards.ts'
import { prestigeSummaries } from './collection.ts'
import { createDisputes } from './disputes.ts'
import { createPrestigeService, prestigeAccountData, prestigeSharingAccountData } from './service.ts'
import { createPublicPage } from './public-page.ts'
import { createSharingSettings } from './sharing.ts'
import { createStatements } from './statements.ts'
import { createSummaries } from './summaries.ts'
import { prestigeEntryView, prestigeSharingView, prestigeTierView } from './view.ts'
import { prestigeAdminRoutes, prestigeRoutes, publicPrestigeRoutes } from './routes.ts'

export const views = [prestigeEntryView, prestigeSharingView, prestigeTierView]
export const collections = [...views.map((view) => view.of), prestigeSummaries]

interface Earlier {
  operations: Operations
  people: People
}

export type Prestige = ReturnType<typeof createPrestige>

export function createPrestige({ config, store, clock, newId }: Platform, { operations, people }: Earlier) {
  const awards = createAwards({ clock, newId })
  const summaries = createSummaries({ store, clock, operations, people })
  const sharing = createSharingSettings({ config, store, clock, newId, operations })
  const statements = createStatements({ store, clock, people, summaries })
  const disputes = createDisputes({ store, clock, operations, people, awards })
  const publicPage = createPublicPage({ store, clock, people, summaries, sharing })
  const prestige = createPrestigeService({ store, clock, operations, people, summaries, sharing })

  people.members.contributeToProfiles(async (memberId, visible) => {
    const shown = await prestige.onProfile(memberId)
    return shown && visible.has(shown.visibility) ? { prestige: shown.statement } : {}
  })

  const routes: RoutesByScope = {
    everyone: [at('/public/prestige', publicPrestigeRoutes, { prestige, publicPage })],
    members: [at('/prestige', prestigeRoutes, { statements, disputes, sharing })],
    admins: [at('/admin/prestige', prestigeAdminRoutes, { prestige, disputes })],
  }

  return {
    awards,
    summaries,
    sharing,
    statements,
    disputes,
    publicPage,
    prestige,
    routes,
    jobs: [{ name: 'prestige', every: MINUTE, run: () => summaries.calculateDue() }] satisfies Job[],
    accountDataParts: [
      prestigeAccountData(prestige),
      prestigeSharingAccountData(prestige),
    ] satisfies AccountDataPart[],
  }
}
