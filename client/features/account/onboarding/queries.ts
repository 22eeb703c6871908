import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { OwnProfile, ProfileEdit } from '#shared/members.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { editOf, normalise } from '#shared/profile-edit.ts'
import { request } from '#client/lib/request.ts'

/** A step only has its own fields, so it applies them to the latest profile. */
export function useProfileChange() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (change: Partial<ProfileEdit>) => {
      // Part of the command, which must not wait silently for the network.
      const latest = await cache.fetchQuery({ ...ownProfile, staleTime: 0, networkMode: 'always' })
      const body = normalise({ ...editOf(latest), ...change })
      return request<OwnProfile>('/api/me', { method: 'PUT', body, ifMatch: latest.version })
    },
    onSuccess: (saved) => cache.setQueryData(ownProfile.queryKey, saved),
  })
}

/** Safe to send twice; the first time counts. */
export function useFinishOnboarding() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () => request('/api/me/onboarded', { method: 'POST' }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['me'] }),
  })
}
