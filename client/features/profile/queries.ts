import { queryOptions } from '@tanstack/react-query'

import type { MemberProfile } from '#shared/members.ts'
import { request } from '#client/lib/request.ts'

export const memberProfile = (memberId: string) =>
  queryOptions({
    queryKey: ['members', memberId],
    queryFn: ({ signal }) =>
      request<MemberProfile>(`/api/members/${encodeURIComponent(memberId)}`, { signal }),
  })
