import { pagesQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { keepRelationships } from '#client/modules/people/connections/queries.ts'
import { routeQuery } from '#client/lib/route-query.ts'

import type { DirectoryFilter } from './filter.ts'

export const directory = (filter: DirectoryFilter) =>
  pagesQuery(
    ['directory', filter],
    async ({ cursor, signal, client }) => {
      const query = { ...filter, asTyped: filter.asTyped !== '' || undefined, cursor }
      const page = await request('GET /api/directory', { query, signal })
      keepRelationships(client, page.items)
      return page
    },
    ({ pages }) => ({ ...pages.at(-1)!, items: pages.flatMap(({ items }) => items) }),
  )

export const directoryFacets = routeQuery(['directory', 'facets'], 'GET /api/directory/facets')
