import { routeQuery } from '#client/lib/route-query.ts'

/** The signed-in member's own profile, which several features read. */
export const ownProfile = routeQuery(['me'], 'GET /api/me')
