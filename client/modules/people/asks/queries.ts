import { infiniteQueryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'
import { relationshipWith } from '#client/modules/people/connections/queries.ts'
import type { DirectoryFilter } from '#client/modules/people/directory/filter.ts'

export const ASK_FILTERS = ['industry', 'city'] as const

export const openAsks = ({ industry, city }: Pick<DirectoryFilter, (typeof ASK_FILTERS)[number]>) =>
  infiniteQueryOptions({
    queryKey: ['asks', industry, city],
    queryFn: async ({ signal, pageParam, client }) => {
      const page = await request('GET /api/asks', { query: { industry, city, cursor: pageParam }, signal })
      for (const { member, relationship } of page.items)
        if (relationship) client.setQueryData(relationshipWith(member.id).queryKey, relationship)
      return page
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
