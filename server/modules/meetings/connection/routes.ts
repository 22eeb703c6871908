import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { meetingsApi } from '#shared/meetings/api.ts'

import type { ConnectionDetailsService } from './service.ts'

interface Options {
  connectionDetails: ConnectionDetailsService
}

/** `/api/connections/:connectionId` */
export const connectionDetailsRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { connectionDetails },
) => {
  app.get('/:connectionId', {
    schema: meetingsApi['GET /api/connections/:connectionId'],
    handler: ({ actor, params }) => connectionDetails.details(actor, params.connectionId),
  })
}
