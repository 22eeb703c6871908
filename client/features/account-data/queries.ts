import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { OwnProfile } from '#shared/members.ts'
import type { Deletion } from '#shared/account-data.ts'
import { ownProfile } from '#client/lib/own-profile.ts'
import { useRecentSignIn } from '#client/lib/recent-sign-in.ts'
import { request } from '#client/lib/request.ts'

export function useExportAccount() {
  const withRecentSignIn = useRecentSignIn()
  return useMutation({
    mutationFn: () =>
      withRecentSignIn(() =>
        request<Blob>('/api/account/export', { method: 'POST', file: 'application/json' }),
      ),
  })
}

export function useDeleteAccount() {
  const withRecentSignIn = useRecentSignIn()
  const change = useProfileChange()
  return useMutation({
    mutationFn: () => withRecentSignIn(() => request<Deletion>('/api/account/deletion', { method: 'POST' })),
    onSuccess: ({ deletionDueAt }) => change((profile) => ({ ...profile, deletionDueAt })),
  })
}

export function useKeepAccount() {
  const change = useProfileChange()
  return useMutation({
    mutationFn: () => request('/api/account/deletion', { method: 'DELETE' }),
    onSuccess: () => change(withoutDeletion),
  })
}

function withoutDeletion(profile: OwnProfile) {
  const { deletionDueAt: _removed, ...rest } = profile
  return rest
}

/** Shows the change at once, and refetches the rest of the profile, such as its version. */
function useProfileChange() {
  const cache = useQueryClient()
  return async (change: (profile: OwnProfile) => OwnProfile) => {
    cache.setQueryData(ownProfile.queryKey, (profile) => profile && change(profile))
    await cache.invalidateQueries({ queryKey: ownProfile.queryKey })
  }
}
