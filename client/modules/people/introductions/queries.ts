import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

export const introductions = queryOptions({
  queryKey: ['introductions'],
  queryFn: ({ signal }) => request('GET /api/introductions', { signal }),
})

export const accept = (introductionId: string) =>
  request('POST /api/introductions/:introductionId/accept', { params: { introductionId } })
export const decline = (introductionId: string) =>
  request('POST /api/introductions/:introductionId/decline', { params: { introductionId } })

/** Two members who both accepted are connected. */
export const introductionAnswered = (cache: QueryClient, memberId: string) =>
  Promise.all(
    [['introductions'], ['dashboard'], ['connections'], ['relationships', memberId]].map((queryKey) =>
      cache.invalidateQueries({ queryKey }),
    ),
  )
