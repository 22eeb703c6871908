import { infiniteQueryOptions } from '@tanstack/react-query'

import type { Page } from '#shared/page.ts'

import { request } from './request.ts'

/** A list that the server answers page by page, as one query. */
export const pagedQuery = <T>(queryKey: readonly string[], url: string) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      request<Page<T>>(pageParam ? `${url}?cursor=${encodeURIComponent(pageParam)}` : url, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
