import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  ConnectionCountsSchema,
  ConnectionDetailsSchema,
  ConnectionListQuerySchema,
  ConnectionPageSchema,
  ConnectionRequestSchema,
  RelationshipSchema,
} from '#shared/connections.ts'
import { IdSchema } from '#shared/page.ts'

import type { ConnectionService } from './service.ts'

const ofConnection = { params: Type.Object({ connectionId: IdSchema }) }
const COMMANDS = ['accept', 'decline', 'withdraw', 'remove', 'undo'] as const

export const connectionRoutes: FastifyPluginAsyncTypebox<{ connections: ConnectionService }> = async (
  app,
  { connections },
) => {
  app.get('/', {
    schema: { querystring: ConnectionListQuerySchema, response: { 200: ConnectionPageSchema } },
    handler: ({ actor, query: { list = 'accepted', ...query } }) =>
      connections.list(actor.id, { ...query, list }),
  })

  app.get('/counts', {
    schema: { response: { 200: ConnectionCountsSchema } },
    handler: ({ actor }) => connections.counts(actor.id),
  })

  app.get('/with/:memberId', {
    schema: { params: Type.Object({ memberId: IdSchema }), response: { 200: RelationshipSchema } },
    handler: ({ actor, params }) => connections.relationship(actor.id, params.memberId),
  })

  app.post('/', {
    schema: { body: ConnectionRequestSchema, response: { 200: RelationshipSchema } },
    handler: ({ actor, body }) => connections.sendRequest(actor.id, body),
  })

  app.get('/:connectionId', {
    schema: { ...ofConnection, response: { 200: ConnectionDetailsSchema } },
    handler: ({ actor, params }) => connections.details(actor, params.connectionId),
  })

  for (const command of COMMANDS) {
    app.post(`/:connectionId/${command}`, {
      schema: { ...ofConnection, response: { 200: RelationshipSchema } },
      handler: ({ actor, params }) => connections[command](actor.id, params.connectionId),
    })
  }
}
