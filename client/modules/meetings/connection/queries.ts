import { queryOptions } from '@tanstack/react-query'

import { request } from '#client/lib/request.ts'

export const connectionDetails = (connectionId: string) =>
  queryOptions({
    queryKey: ['connection', connectionId],
    queryFn: ({ signal }) =>
      request('GET /api/connections/:connectionId', { params: { connectionId }, signal }),
  })
