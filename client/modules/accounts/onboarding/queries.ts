import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import type { ProfileEdit } from '#shared/people/members.ts'
import { useAuth } from '#client/lib/auth/auth.tsx'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'
import { returnPath } from '#client/lib/auth/return-path.ts'
import { editOf, preparedEdit } from '#shared/people/profile-edit.ts'
import { request } from '#client/lib/request.ts'

/** Each step has only its own fields, so it applies them to the latest profile. */
export function useProfileChange() {
  const cache = useQueryClient()
  return async (change: Partial<ProfileEdit>) => {
    // Part of the command, which must not wait silently for the network.
    const latest = await cache.fetchQuery({ ...ownProfile, staleTime: 0, networkMode: 'always' })
    const body = preparedEdit({ ...editOf(latest), ...change })
    const saved = await request('PUT /api/me', { body, ifMatch: latest.version })
    cache.setQueryData(ownProfile.queryKey, saved)
  }
}

/** Ends onboarding and opens the page that was first requested. Idempotent; the first time counts. */
export function useFinish() {
  const { refresh } = useAuth()
  const navigate = useNavigate()
  const cache = useQueryClient()
  return async () => {
    // The page is forgotten once it is shown, which the refresh below can lead to.
    const requested = returnPath()
    await request('POST /api/me/onboarded')
    await cache.invalidateQueries({ queryKey: ['me'] })
    // Updates the session's copy, so that the person isn't sent here again.
    await refresh().catch(() => undefined)
    await navigate(requested, { replace: true })
  }
}
