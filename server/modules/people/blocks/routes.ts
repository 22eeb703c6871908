import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { peopleApi } from '#shared/people/api.ts'

import type { BlockService } from './service.ts'

export const blockRoutes: FastifyPluginAsyncTypebox<{ blocks: BlockService }> = async (app, { blocks }) => {
  app.get('/', {
    schema: peopleApi['GET /api/blocks'],
    handler: ({ actor }) => blocks.list(actor.id),
  })

  app.put('/:memberId', {
    schema: peopleApi['PUT /api/blocks/:memberId'],
    handler: ({ actor, params }) => blocks.block(actor.id, params.memberId),
  })

  app.delete('/:memberId', {
    schema: peopleApi['DELETE /api/blocks/:memberId'],
    handler: ({ actor, params }) => blocks.unblock(actor.id, params.memberId),
  })
}
