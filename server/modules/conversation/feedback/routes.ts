import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { conversationApi } from '#shared/conversation/api.ts'

import type { FeedbackService } from './service.ts'

interface Options {
  feedback: FeedbackService
}

/** `/api/events/:eventId/feedback` */
export const feedbackRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { feedback }) => {
  app.get('/:eventId/feedback', {
    schema: conversationApi['GET /api/events/:eventId/feedback'],
    handler: ({ actor, params }) => feedback.own(actor, params.eventId),
  })

  app.put('/:eventId/feedback', {
    schema: conversationApi['PUT /api/events/:eventId/feedback'],
    handler: ({ actor, params, body }) => feedback.give(actor, params.eventId, body),
  })

  app.get('/:eventId/feedback-results', {
    schema: conversationApi['GET /api/events/:eventId/feedback-results'],
    handler: ({ actor, params }) => feedback.results(actor, params.eventId),
  })
}
