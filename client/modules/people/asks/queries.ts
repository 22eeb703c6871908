import { queryOptions } from '@tanstack/react-query'

import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { keepRelationships } from '#client/modules/people/connections/queries.ts'
import type { DirectoryFilter } from '#client/modules/people/directory/filter.ts'

export const ASK_FACETS = ['industry', 'city'] as const
export const ASK_FILTERS = [...ASK_FACETS, 'chapter'] as const

export const openAsks = ({ industry, city, chapter }: Pick<DirectoryFilter, (typeof ASK_FILTERS)[number]>) =>
  pagedQuery(['asks', industry, city, chapter], async ({ cursor, signal, client }) => {
    const page = await request('GET /api/asks', { query: { industry, city, chapter, cursor }, signal })
    keepRelationships(client, page.items)
    return page
  })

export const fulfilledAsks = queryOptions({
  queryKey: ['asks', 'fulfilled'],
  queryFn: ({ signal }) => request('GET /api/asks/fulfilled', { signal }),
})
