import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { eventsApi } from '#shared/events/api.ts'

import type { QuestionService } from './service.ts'

interface Options {
  questions: QuestionService
}

/** `/api/events/:eventId/answers` for attendees. */
export const answerRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { questions }) => {
  app.put('/:eventId/answers', {
    schema: eventsApi['PUT /api/events/:eventId/answers'],
    handler: async ({ actor, params, body }) => ({
      answers: await questions.replace(actor, params.eventId, body.answers),
    }),
  })
}

/** `/api/events/:eventId/answers` for organisers. */
export const answerTotalRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { questions }) => {
  app.get('/:eventId/answers', {
    schema: eventsApi['GET /api/events/:eventId/answers'],
    handler: ({ actor, params }) => questions.totals(actor, params.eventId),
  })
}
