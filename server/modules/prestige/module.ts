import type { AccountDataPart } from '#server/modules/account-data-part.ts'
import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Job } from '#server/jobs/jobs.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/platform.ts'
import { MINUTE } from '#shared/lib/durations.ts'

import { createAwards } from './awards.ts'
import { prestigeSummaries } from './collection.ts'
import { createPrestigeService, prestigeAccountData, prestigeSharingAccountData } from './service.ts'
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
  const prestige = createPrestigeService({ config, store, clock, newId, operations, people, awards })

  people.members.contributeToProfiles(async (memberId, visible) => {
    const shown = await prestige.onProfile(memberId)
    return shown && visible.has(shown.visibility) ? { prestige: shown.statement } : {}
  })

  const routes: RoutesByScope = {
    everyone: [at('/public/prestige', publicPrestigeRoutes, { prestige })],
    members: [at('/prestige', prestigeRoutes, { prestige })],
    admins: [at('/admin/prestige', prestigeAdminRoutes, { prestige })],
  }

  return {
    awards,
    prestige,
    routes,
    jobs: [{ name: 'prestige', every: MINUTE, run: prestige.calculateDue }] satisfies Job[],
    accountDataParts: [
      prestigeAccountData(prestige),
      prestigeSharingAccountData(prestige),
    ] satisfies AccountDataPart[],
  }
}
