import { queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

export const ownDashboard = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => request('GET /api/dashboard', { signal }),
})
