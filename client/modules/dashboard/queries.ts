import { routeQuery } from '#client/lib/route-query.ts'

export const ownDashboard = routeQuery(['dashboard'], 'GET /api/dashboard')
