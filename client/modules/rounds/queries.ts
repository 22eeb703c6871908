import { queryOptions, useQueryClient } from '@tanstack/react-query'

import { HOUR, SECOND } from '#shared/lib/durations.ts'
import type { OptIn, Round } from '#shared/rounds/schema.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'
import { routeQuery } from '#client/lib/route-query.ts'

export const memberRounds = routeQuery(['rounds', 'own'], 'GET /api/rounds')

export const roundList = pagedQuery(['rounds', 'list'], ({ cursor, signal }) =>
  request('GET /api/organiser/rounds', { query: { cursor }, signal }),
)

/** Milliseconds after which the server may have changed it; false if only people do. */
function nextChange({ state, optInUntil }: Round) {
  if (state === 'matching' || state === 'releasing') return 3 * SECOND
  // Timers overflow after weeks.
  return state === 'open' && Math.min(Math.max(Date.parse(optInUntil) - Date.now(), 3 * SECOND), HOUR)
}

export const round = (roundId: string) =>
  queryOptions({
    ...routeQuery(['rounds', 'one', roundId], 'GET /api/organiser/rounds/:roundId', { params: { roundId } }),
    refetchInterval: ({ state: { data } }) => data !== undefined && nextChange(data),
  })

/** @param state of the round: each has other groups */
export const roundGroups = (roundId: string, state: Round['state']) =>
  pagedQuery(['rounds', 'groups', roundId, state], ({ cursor, signal }) =>
    request('GET /api/organiser/rounds/:roundId/groups', { params: { roundId }, query: { cursor }, signal }),
  )

export const buddies = routeQuery(['rounds', 'buddies'], 'GET /api/buddies')

export const loneMembers = (chapter: string) =>
  pagedQuery(['rounds', 'lone', chapter], ({ cursor, signal }) =>
    request('GET /api/lone-members', { query: { cursor, chapter: chapter || undefined }, signal }),
  )

/** Every list and page of rounds, and the dashboard, may show what changed. */
export function useRoundsChanged() {
  const cache = useQueryClient()
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['rounds'] }),
      cache.invalidateQueries({ queryKey: ['dashboard'] }),
    ])
}

export const joinRound = (roundId: string, body: OptIn) =>
  request('PUT /api/rounds/:roundId/opt-in', { params: { roundId }, body })

export const leaveRound = (roundId: string) =>
  request('DELETE /api/rounds/:roundId/opt-in', { params: { roundId } })

export const stopRounds = () => request('DELETE /api/rounds/every')

export const movePerson = (roundId: string, memberId: string, group: number) =>
  request('PUT /api/organiser/rounds/:roundId/people/:memberId', {
    params: { roundId, memberId },
    body: { group },
  })

export const releaseRound = (roundId: string) =>
  request('POST /api/organiser/rounds/:roundId/release', { params: { roundId } })

export const inviteToRound = (memberId: string, chapter: string) =>
  request('PUT /api/lone-members/:memberId/invitation', {
    params: { memberId },
    body: { chapter: chapter || undefined },
  })

export const cancelRound = (roundId: string) =>
  request('POST /api/organiser/rounds/:roundId/cancel', { params: { roundId } })

export const askBuddy = (memberId: string, topic: string) =>
  request('POST /api/buddies/:memberId', { params: { memberId }, body: { topic } })

export const offerBuddy = (most: number) => request('PUT /api/buddies/offer', { body: { most } })

export const stopBuddy = () => request('DELETE /api/buddies/offer')
