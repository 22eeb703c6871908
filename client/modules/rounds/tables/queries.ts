import { queryOptions, useQueryClient } from '@tanstack/react-query'

import { SECOND } from '#shared/lib/durations.ts'
import type { TableDeal, TableMove, TablePlan } from '#shared/rounds/tables.ts'
import { liveQuery, loadedAnew } from '#client/lib/live-query.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

/** Live, because people answer, arrive and are moved by others meanwhile. */
export const tablePlan = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'tables', eventId], 'GET /api/events/:eventId/tables', { params: { eventId } }),
    ...liveQuery({ view: `roster:${eventId}`, pollEvery: () => 20 * SECOND }),
  })

export const checkInCodes = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'check-in-codes', eventId], 'GET /api/events/:eventId/check-in-codes', {
      params: { eventId },
    }),
    ...loadedAnew,
  })

/** Loaded whenever it is shown, because organisers may move people until the end. */
export const ownTables = (eventId: string) =>
  queryOptions({
    ...routeQuery(['events', 'own-tables', eventId], 'GET /api/events/:eventId/tables/own', {
      params: { eventId },
    }),
    throwOnError: false,
    ...loadedAnew,
  })

/** @param version of the plan: each has other reasons */
export const tableReasons = (eventId: string, round: number, version: number) =>
  queryOptions({
    ...routeQuery(
      ['events', 'table-reasons', eventId, round, version],
      'GET /api/events/:eventId/tables/reasons',
      { params: { eventId }, query: { round } },
    ),
    throwOnError: false,
  })

export type TableChange =
  | { kind: 'deal'; deal: TableDeal }
  | { kind: 'move'; member: string; move: TableMove }
  | { kind: 'publish'; isPublished: boolean }

function send(eventId: string, ifMatch: number, change: TableChange): Promise<TablePlan> {
  const params = { eventId }
  switch (change.kind) {
    case 'deal':
      return request('POST /api/events/:eventId/tables', { params, ifMatch, body: change.deal })
    case 'move':
      return request('PUT /api/events/:eventId/tables/people/:memberId', {
        params: { eventId, memberId: change.member },
        ifMatch,
        body: change.move,
      })
    case 'publish':
      return request('PUT /api/events/:eventId/tables/publication', {
        params,
        ifMatch,
        body: { isPublished: change.isPublished },
      })
  }
}

/** Changes the version of the plan that the screen shows. After a refusal it loads the latest one. */
export function useTableChange(eventId: string, version: number) {
  const cache = useQueryClient()
  const { queryKey } = tablePlan(eventId)
  return async (change: TableChange): Promise<TablePlan> => {
    try {
      const plan = await send(eventId, version, change)
      cache.setQueryData(queryKey, plan)
      return plan
    } catch (error) {
      void cache.invalidateQueries({ queryKey })
      throw error
    }
  }
}
