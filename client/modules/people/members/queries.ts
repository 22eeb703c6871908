import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/people/messages.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import type { Viewer } from '#shared/people/profile.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'
import { routeQuery } from '#client/lib/route-query.ts'

import { ownProfile } from './own-profile.ts'

/** The name of the editor's draft in session storage. */
export const PROFILE_DRAFT = 'profile'

export const memberProfile = (memberId: string) =>
  routeQuery(['members', memberId], 'GET /api/members/:memberId', { params: { memberId } })

/** The key starts with that of one's own profile, so that both become stale together. */
export const profileSeenBy = (viewer: Viewer) =>
  routeQuery([...ownProfile.queryKey, 'seen-by', viewer], 'GET /api/me/view-as/:viewer', {
    params: { viewer },
  })

/** Replaces the cached profile, and refetches the data that the server derives from it. */
export function useOwnProfileSaved() {
  const cache = useQueryClient()
  return async (saved: OwnProfile) => {
    cache.setQueryData(ownProfile.queryKey, saved)
    await Promise.all([
      cache.invalidateQueries({
        queryKey: ownProfile.queryKey,
        predicate: ({ queryKey }) => queryKey.length > 1,
      }),
      cache.invalidateQueries({ queryKey: ['dashboard'] }),
      cache.invalidateQueries({ queryKey: ['asks'] }),
      cache.invalidateQueries({ queryKey: ['members', saved.id] }),
    ])
  }
}

export function useRenewal(askId: string) {
  const onSuccess = useOwnProfileSaved()
  return useCommand({
    command: () => request('POST /api/me/asks/:askId/renewal', { params: { askId } }),
    onSuccess,
    done: m.askRenewed,
  })
}

export const helpersWith = (askId: string) =>
  queryOptions({
    queryKey: ['asks', 'helpers', askId],
    queryFn: ({ signal }) => request('GET /api/asks/:askId/helpers', { params: { askId }, signal }),
  })

/** A fulfilled ask leaves the profile. */
export const asksChanged = (cache: QueryClient) =>
  Promise.all(
    [['asks'], ownProfile.queryKey, ['meetings']].map((queryKey) => cache.invalidateQueries({ queryKey })),
  )
