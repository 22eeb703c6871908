import { queryOptions } from '@tanstack/react-query'

import type { Answer, Route } from '#shared/api.ts'

import { request, type RequestOptions, type Rest } from './request.ts'

/** A query whose data are the answer of a route. */
export const routeQuery = <R extends Route>(
  queryKey: readonly unknown[],
  route: R,
  ...[options]: Rest<RequestOptions<R>>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<Answer<R>> =>
      request(route, ...([{ ...options, signal }] as Rest<RequestOptions<R>>)),
  })
