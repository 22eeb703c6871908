import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { type Overview, OverviewSchema } from '#shared/admin-overview.ts'
import type { Actor } from '#server/features/session/types.ts'

interface Options {
  overview: (admin: Actor) => Promise<Overview>
}

/** `/api/admin`, only in the admin scope. Each section with more than one route has a folder and routes of its own. */
export const adminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { overview }) => {
  app.get('/overview', {
    schema: {
      summary: 'Get what waits for an admin, and how the community is doing',
      response: { 200: OverviewSchema },
    },
    handler: ({ actor }) => overview(actor),
  })
}
