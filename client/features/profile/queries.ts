import { queryOptions } from '@tanstack/react-query'

import type { MemberProfile, OwnProfile } from '#shared/members.ts'
import { request } from '#client/lib/request.ts'

export const ownProfile = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request<OwnProfile>('/api/me', { signal }),
})

export const memberProfile = (memberId: string) =>
  queryOptions({
    queryKey: ['members', memberId],
    queryFn: ({ signal }) =>
      request<MemberProfile>(`/api/members/${encodeURIComponent(memberId)}`, { signal }),
  })
