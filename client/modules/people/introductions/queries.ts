import type { QueryClient } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const introductions = routeQuery(['introductions'], 'GET /api/introductions')

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
