import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { peopleApi } from '#shared/people/api.ts'

import type { Relationships } from './relationships.ts'
import type { ConnectionService } from './service.ts'

const COMMANDS = ['accept', 'decline', 'withdraw', 'remove', 'undo'] as const

interface Options {
  connections: ConnectionService
  relationships: Relationships
}

export const connectionRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { connections, relationships },
) => {
  app.get('/', {
    schema: peopleApi['GET /api/connections'],
    handler: ({ actor, query: { list = 'accepted', ...query } }) =>
      connections.lists.list(actor.id, { ...query, list }),
  })

  app.get('/counts', {
    schema: peopleApi['GET /api/connections/counts'],
    handler: ({ actor }) => connections.lists.counts(actor.id),
  })

  app.get('/with/:memberId', {
    schema: peopleApi['GET /api/connections/with/:memberId'],
    handler: ({ actor, params }) => relationships.relationshipWith(actor.id, params.memberId),
  })

  app.post('/', {
    schema: peopleApi['POST /api/connections'],
    handler: ({ actor, body }) => connections.commands.sendRequest(actor.id, body),
  })

  for (const command of COMMANDS) {
    app.post(`/:connectionId/${command}`, {
      schema: peopleApi[`POST /api/connections/:connectionId/${command}`],
      handler: ({ actor, params }) => connections.commands[command](actor.id, params.connectionId),
    })
  }
}
