import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { MemberProfile, OwnProfile } from '#shared/members.ts'
import type { Viewer } from '#shared/profile.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { request } from '#client/lib/request.ts'

/** The name of the editor's draft in session storage. */
export const PROFILE_DRAFT = 'profile'

export const memberProfile = (memberId: string) =>
  queryOptions({
    queryKey: ['members', memberId],
    queryFn: ({ signal }) =>
      request<MemberProfile>(`/api/members/${encodeURIComponent(memberId)}`, { signal }),
  })

/** The key starts with the own profile's, so that both become stale together. */
export const profileSeenBy = (viewer: Viewer) =>
  queryOptions({
    queryKey: [...ownProfile.queryKey, 'seen by', viewer],
    queryFn: ({ signal }) => request<MemberProfile>(`/api/me/view-as/${viewer}`, { signal }),
  })

/** Replaces the cached profile, and refetches what the server derives from it. */
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
      cache.invalidateQueries({ queryKey: ['members', saved.id] }),
    ])
  }
}

export function useRenewal() {
  const onSuccess = useOwnProfileSaved()
  return useMutation({
    mutationFn: (askId: string) =>
      request<OwnProfile>(`/api/me/asks/${encodeURIComponent(askId)}/renewal`, { method: 'POST' }),
    onSuccess,
  })
}
