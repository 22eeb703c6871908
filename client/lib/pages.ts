import { infiniteQueryOptions } from '@tanstack/react-query'

import type { Page } from '#shared/page.ts'

import { request } from './request.ts'
import { urlWith } from './url.ts'

/** A list that the server answers page by page, as one query. */
export const pagedQuery = <T>(
  queryKey: readonly unknown[],
  path: string,
  filter: Readonly<Record<string, string | undefined>> = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      request<Page<T>>(urlWith(path, { ...filter, cursor: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
