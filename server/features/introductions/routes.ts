import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { IntroductionsSchema } from '#shared/connections.ts'
import { IdSchema } from '#shared/page.ts'

import type { IntroductionService } from './service.ts'

const params = Type.Object({ memberId: IdSchema })

/** `/api/introductions` */
export const introductionRoutes: FastifyPluginAsyncTypebox<{ introductions: IntroductionService }> = async (
  app,
  { introductions },
) => {
  app.get('/', {
    schema: { summary: 'List suggested introductions', response: { 200: IntroductionsSchema } },
    handler: ({ actor }) => introductions.list(actor.id),
  })

  app.put('/:memberId/dismissal', {
    schema: { summary: 'Dismiss a suggested introduction', params, response: { 204: Type.Null() } },
    handler: async ({ actor, params: { memberId } }, reply) => {
      await introductions.dismiss(actor.id, memberId)
      return reply.code(204).send(null)
    },
  })

  app.delete('/:memberId/dismissal', {
    schema: { summary: 'Restore a dismissed introduction', params, response: { 204: Type.Null() } },
    handler: async ({ actor, params: { memberId } }, reply) => {
      await introductions.undoDismissal(actor.id, memberId)
      return reply.code(204).send(null)
    },
  })
}
