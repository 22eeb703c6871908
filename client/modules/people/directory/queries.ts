import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'
import { relationshipWith } from '#client/modules/people/connections/queries.ts'

import type { DirectoryFilter } from './filter.ts'

export const directory = (filter: DirectoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['directory', filter],
    queryFn: async ({ signal, pageParam, client }) => {
      const page = await request('GET /api/directory', { query: { ...filter, cursor: pageParam }, signal })
      for (const { id, relationship } of page.items)
        if (relationship) client.setQueryData(relationshipWith(id).queryKey, relationship)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items), total: pages.at(-1)?.total ?? 0 }),
  })

export const directoryFacets = queryOptions({
  queryKey: ['directory', 'facets'],
  queryFn: ({ signal }) => request('GET /api/directory/facets', { signal }),
})
