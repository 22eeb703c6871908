import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Programme } from '#server/modules/programme/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { People } from '#server/modules/people/module.ts'

import { searchRoutes } from './routes.ts'
import { createSearchService } from './service.ts'

interface Earlier {
  people: People
  programme: Programme
  meetings: Meetings
}

/** One search over people, events and meetings. */
export function createSearch(earlier: Earlier) {
  const search = createSearchService(earlier)
  const routes: RoutesByScope = { members: [at('/search', searchRoutes, { search })] }

  return { routes }
}
