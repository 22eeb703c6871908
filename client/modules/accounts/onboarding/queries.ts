import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { useAuth } from '#client/lib/auth/auth.tsx'
import { returnPath } from '#client/lib/auth/return-path.ts'
import { request } from '#client/lib/request.ts'
import { ownProfile } from '#client/modules/people/members/own-profile.ts'

/** Ends onboarding and opens the page that was first requested. Idempotent; the first time counts. */
export function useFinish() {
  const { refresh } = useAuth()
  const navigate = useNavigate()
  const cache = useQueryClient()
  return async () => {
    // The page is forgotten once it is shown, which the new profile below can lead to.
    const requested = returnPath()
    cache.setQueryData(ownProfile.queryKey, await request('POST /api/me/onboarded'))
    // The session's copy, so that the next sign-in does not lead here. No screen waits for it.
    refresh().catch(() => undefined)
    await navigate(requested, { replace: true })
  }
}
