import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { roundsApi } from '#shared/rounds/api.ts'

import type { BuddyService } from './service.ts'

/** `/api/buddies` */
export const buddyRoutes: FastifyPluginAsyncTypebox<{ buddies: BuddyService }> = async (app, { buddies }) => {
  app.get('/', {
    schema: roundsApi['GET /api/buddies'],
    handler: ({ actor }) => buddies.seenBy(actor.id),
  })

  app.put('/offer', {
    schema: roundsApi['PUT /api/buddies/offer'],
    handler: ({ actor, body }) => buddies.offer(actor.id, body),
  })

  app.delete('/offer', {
    schema: roundsApi['DELETE /api/buddies/offer'],
    async handler({ actor }, reply) {
      await buddies.stop(actor.id)
      return reply.code(204).send(null)
    },
  })

  app.post('/:memberId', {
    schema: roundsApi['POST /api/buddies/:memberId'],
    handler: ({ actor, params, body }) => buddies.ask(actor.id, params.memberId, body),
  })
}
