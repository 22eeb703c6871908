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
const COMMANDS = [
  ['accept', 'Accept a request'],
  ['decline', 'Decline a request'],
  ['withdraw', 'Withdraw a request'],
  ['remove', 'Remove a connection'],
  ['undo', 'Undo your last command'],
] as const

export const connectionRoutes: FastifyPluginAsyncTypebox<{ connections: ConnectionService }> = async (
  app,
  { connections },
) => {
  app.get('/', {
    schema: {
      summary: 'List connections and requests',
      querystring: ConnectionListQuerySchema,
      response: { 200: ConnectionPageSchema },
    },
    handler: ({ actor, query: { list = 'accepted', ...query } }) =>
      connections.list(actor.id, { ...query, list }),
  })

  app.get('/counts', {
    schema: { summary: 'Count connections and requests', response: { 200: ConnectionCountsSchema } },
    handler: ({ actor }) => connections.counts(actor.id),
  })

  app.get('/with/:memberId', {
    schema: {
      summary: 'Get your relationship with a member',
      params: Type.Object({ memberId: IdSchema }),
      response: { 200: RelationshipSchema },
    },
    handler: ({ actor, params }) => connections.relationshipWith(actor.id, params.memberId),
  })

  app.post('/', {
    schema: {
      summary: 'Request a connection',
      body: ConnectionRequestSchema,
      response: { 200: RelationshipSchema },
    },
    handler: ({ actor, body }) => connections.sendRequest(actor.id, body),
  })

  app.get('/:connectionId', {
    schema: { summary: 'Get a connection', ...ofConnection, response: { 200: ConnectionDetailsSchema } },
    handler: ({ actor, params }) => connections.details(actor, params.connectionId),
  })

  for (const [command, summary] of COMMANDS) {
    app.post(`/:connectionId/${command}`, {
      schema: { summary, ...ofConnection, response: { 200: RelationshipSchema } },
      handler: ({ actor, params }) => connections[command](actor.id, params.connectionId),
    })
  }
}
