import { infiniteQueryOptions } from '@tanstack/react-query'

import type { Page } from '#shared/page.ts'

import { request } from './request.ts'

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

/** Adds a query to one of our own paths, without empty parameters. */
export function urlWith(path: string, query: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
