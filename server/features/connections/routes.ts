import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { ConnectionPageSchema, ConnectionSchema } from '#shared/connections.ts'
import { CursorQuerySchema, IdSchema } from '#shared/page.ts'

import type { ConnectionService } from './service.ts'

export const connectionRoutes: FastifyPluginAsyncTypebox<{ connections: ConnectionService }> = async (
  app,
  { connections },
) => {
  app.get('/', {
    schema: { querystring: CursorQuerySchema, response: { 200: ConnectionPageSchema } },
    handler: ({ actor, query }) => connections.accepted(actor.id, query.cursor),
  })

  app.get('/:connectionId', {
    schema: { params: Type.Object({ connectionId: IdSchema }), response: { 200: ConnectionSchema } },
    handler: ({ actor, params }) => connections.details(actor.id, params.connectionId),
  })
}
