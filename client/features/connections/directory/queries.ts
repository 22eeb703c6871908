import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { DirectoryFacets, DirectoryPage } from '#shared/directory.ts'
import { request } from '#client/lib/request.ts'
import { urlWith } from '#client/lib/pages.ts'
import { relationshipWith } from '#client/features/connections/queries.ts'

import type { DirectoryFilter } from './filter.ts'

export const directory = (filter: DirectoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['directory', filter],
    queryFn: async ({ signal, pageParam, client }) => {
      const url = urlWith('/api/directory', { ...filter, cursor: pageParam })
      const page = await request<DirectoryPage>(url, { signal })
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
  queryFn: ({ signal }) => request<DirectoryFacets>('/api/directory/facets', { signal }),
})
