import { queryOptions } from '@tanstack/react-query'

import type { Dashboard } from '#shared/dashboard.ts'
import { request } from '#client/lib/request.ts'

export const ownDashboard = queryOptions({
  queryKey: ['dashboard'],
  queryFn: ({ signal }) => request<Dashboard>('/api/dashboard', { signal }),
})
