import { queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

/** The signed-in member's own profile, which several features read. */
export const ownProfile = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => request('GET /api/me', { signal }),
})
