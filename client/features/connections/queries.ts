import { queryOptions } from '@tanstack/react-query'

import type { Connection } from '#shared/connections.ts'
import { pagedQuery } from '#client/lib/pages.ts'
import { request } from '#client/lib/request.ts'

export const acceptedConnections = pagedQuery<Connection>(['connections', 'accepted'], '/api/connections')

export const connectionDetails = (connectionId: string) =>
  queryOptions({
    queryKey: ['connections', 'details', connectionId],
    queryFn: ({ signal }) =>
      request<Connection>(`/api/connections/${encodeURIComponent(connectionId)}`, { signal }),
  })
