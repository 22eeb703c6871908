import { queryOptions } from '@tanstack/react-query'

import type { OwnProfile } from '#shared/members.ts'

import { request } from './request.ts'

/** Who is signed in, as they described themselves: what several features need of one another's. */
export const ownProfile = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request<OwnProfile>('/api/me', { signal }),
})
