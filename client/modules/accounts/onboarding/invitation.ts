import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { INVITATION_TOKEN, invitationTokenIn } from '#shared/accounts/invitation-rules.ts'
import { request } from '#client/lib/request.ts'
import { tabStorage } from '#client/lib/storage/storage.ts'
import { routeQuery } from '#client/lib/route-query.ts'

const KEY = 'invitation'

/** The token of the link that led here. It's moved from the address to the tab's storage, which survives a reload. */
export function useInvitationToken() {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const given = invitationTokenIn(hash)
  useEffect(() => {
    if (!given) return
    tabStorage.write(KEY, given)
    void navigate({ search, hash: '' }, { replace: true })
  }, [given, search, navigate])
  const stored = tabStorage.read(KEY) ?? ''
  return given ?? (INVITATION_TOKEN.test(stored) ? stored : undefined)
}

export const forgetInvitation = () => tabStorage.remove(KEY)

export const useOpenedInvitation = (token: string | undefined) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      request('POST /api/invitations/opened', { body: { token: token ?? '' }, signal }),
    enabled: token !== undefined,
    throwOnError: false,
    retry: false,
  })

export const requestApproval = (token: string) =>
  request('POST /api/invitations/approval-request', { body: { token } })

export const importedProfile = routeQuery(['me', 'imported-profile'], 'GET /api/invitations/imported-profile')
