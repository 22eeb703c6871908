import { at, type RoutesByScope } from '#server/modules/routes-by-scope.ts'
import type { Events } from '#server/modules/events/module.ts'
import type { Meetings } from '#server/modules/meetings/module.ts'
import type { People } from '#server/modules/people/module.ts'

import { searchRoutes } from './routes.ts'
import { createSearchService } from './service.ts'

interface Earlier {
  people: People
  events: Events
  meetings: Meetings
}

/** One search over people, events and meetings. */
export function createSearch(earlier: Earlier) {
  const search = createSearchService(earlier)
  const routes: RoutesByScope = { members: [at('/search', searchRoutes, { search })] }

  return { routes }
}
