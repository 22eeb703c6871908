import { queryOptions } from '@tanstack/react-query'

import type { OwnProfile } from '#shared/members.ts'

import { request } from './request.ts'

/** The signed-in member's own profile, which several features read. */
export const ownProfile = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request<OwnProfile>('/api/me', { signal }),
})
