import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { peopleApi } from '#shared/people/api.ts'

import type { IntroductionService } from './service.ts'

interface Options {
  introductions: IntroductionService
}

/** `/api/introductions` */
export const introductionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { introductions }) => {
  app.get('/', {
    schema: peopleApi['GET /api/introductions'],
    handler: ({ actor }) => introductions.list(actor.id),
  })

  app.get('/candidates', {
    schema: peopleApi['GET /api/introductions/candidates'],
    handler: async ({ actor, query }) => ({ items: await introductions.candidates(actor.id, query.member) }),
  })

  app.post('/', {
    schema: peopleApi['POST /api/introductions'],
    handler: ({ actor, body, headers }) =>
      introductions.introduce(actor.id, body, headers['idempotency-key']),
  })

  app.post('/:introductionId/accept', {
    schema: peopleApi['POST /api/introductions/:introductionId/accept'],
    handler: ({ actor, params: { introductionId } }) => introductions.accept(actor.id, introductionId),
  })

  app.post('/:introductionId/decline', {
    schema: peopleApi['POST /api/introductions/:introductionId/decline'],
    handler: ({ actor, params: { introductionId } }) => introductions.decline(actor.id, introductionId),
  })
}
