import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'
import { relationshipWith } from '#client/modules/people/connections/queries.ts'

import type { DirectoryFilter } from './filter.ts'

export const directory = (filter: DirectoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['directory', filter],
    queryFn: async ({ signal, pageParam, client }) => {
      const query = { ...filter, asTyped: filter.asTyped !== '' || undefined, cursor: pageParam }
      const page = await request('GET /api/directory', { query, signal })
      for (const { id, relationship } of page.items)
        if (relationship) client.setQueryData(relationshipWith(id).queryKey, relationship)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => ({ ...pages.at(-1)!, items: pages.flatMap(({ items }) => items) }),
  })

export const directoryFacets = queryOptions({
  queryKey: ['directory', 'facets'],
  queryFn: ({ signal }) => request('GET /api/directory/facets', { signal }),
})

/** Chapters come after people, which need only their names. */
export const chapterNames = queryOptions({
  queryKey: ['chapters', 'choices', 'see'],
  queryFn: async ({ signal }) =>
    (await request('GET /api/chapters/choices', { query: { action: 'see' }, signal })).items,
})
