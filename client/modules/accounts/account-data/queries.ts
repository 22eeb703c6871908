import { useMutation, useQueryClient } from '@tanstack/react-query'

import * as m from '#shared/accounts/messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { DELETION_DELAY } from '#shared/people/membership.ts'
import type { OwnProfile } from '#shared/people/members.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { useRecentSignIn } from '#client/lib/recent-sign-in.ts'
import { request } from '#client/lib/request.ts'
import { useCommand } from '#client/lib/use-command.ts'

export function useExportAccount() {
  const withRecentSignIn = useRecentSignIn()
  return useMutation({
    mutationFn: () =>
      withRecentSignIn(() => request('POST /api/account/export', { file: 'application/json' })),
  })
}

/** @param onDone called once the deletion is scheduled */
export function useDeleteAccount(onDone: () => void) {
  const withRecentSignIn = useRecentSignIn()
  const change = useProfileChange()
  return useCommand({
    command: () => withRecentSignIn(() => request('POST /api/account/deletion')),
    showsError: true,
    async onSuccess({ deletionDueAt }) {
      await change((profile) => ({ ...profile, deletionDueAt }))
      onDone()
    },
    done: () => ({ message: m.deletionScheduled({ days: DELETION_DELAY / DAY }) }),
  })
}

export function useKeepAccount() {
  const change = useProfileChange()
  return useCommand({
    command: () => request('DELETE /api/account/deletion'),
    onSuccess: () => change(withoutDeletion),
    done: m.deletionCancelled,
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
