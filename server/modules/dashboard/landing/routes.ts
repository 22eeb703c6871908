import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { communityApi } from '#shared/community/api.ts'

import type { LandingService } from './service.ts'

/** `/api/public/landing`, for pages that opened another screen first. */
export const landingRoutes: FastifyPluginAsyncTypebox<{ landing: LandingService }> = async (
  app,
  { landing },
) => {
  app.get('/', { schema: communityApi['GET /api/public/landing'], handler: landing.current })
}
