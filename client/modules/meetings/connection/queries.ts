import { routeQuery } from '#client/lib/route-query.ts'

export const connectionDetails = (connectionId: string) =>
  routeQuery(['connection', connectionId], 'GET /api/connections/:connectionId', { params: { connectionId } })
