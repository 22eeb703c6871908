import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { conversationApi } from '#shared/conversation/api.ts'

import type { DiscussionService } from './service.ts'

interface Options {
  discussion: DiscussionService
}

const PATH = '/:eventId/discussion'

/** `/api/events/:eventId/discussion`, for members who can see the event. */
export const discussionRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { discussion }) => {
  app.get(PATH, {
    schema: conversationApi['GET /api/events/:eventId/discussion'],
    handler: ({ actor, params, query }) => discussion.list(actor, params.eventId, query.cursor),
  })

  app.get(`${PATH}/:postId/answers`, {
    schema: conversationApi['GET /api/events/:eventId/discussion/:postId/answers'],
    handler: ({ actor, params: { eventId, postId }, query }) =>
      discussion.answers(actor, eventId, postId, query.cursor),
  })

  app.post(PATH, {
    schema: conversationApi['POST /api/events/:eventId/discussion'],
    handler: ({ actor, headers, params, body }) =>
      discussion.add(actor, params.eventId, body, headers['idempotency-key']),
  })

  app.put(`${PATH}/:postId`, {
    schema: conversationApi['PUT /api/events/:eventId/discussion/:postId'],
    handler: ({ actor, params: { eventId, postId }, body }) =>
      discussion.edit(actor, eventId, postId, body.text),
  })

  app.delete(`${PATH}/:postId`, {
    schema: conversationApi['DELETE /api/events/:eventId/discussion/:postId'],
    handler: ({ actor, params: { eventId, postId } }) => discussion.remove(actor, eventId, postId),
  })

  app.put(`${PATH}/:postId/pin`, {
    schema: conversationApi['PUT /api/events/:eventId/discussion/:postId/pin'],
    handler: ({ actor, params: { eventId, postId }, body }) =>
      discussion.pin(actor, eventId, postId, body.isMarked),
  })

  app.put(`${PATH}/:postId/mark`, {
    schema: conversationApi['PUT /api/events/:eventId/discussion/:postId/mark'],
    handler: ({ actor, params: { eventId, postId }, body }) =>
      discussion.markAnswer(actor, eventId, postId, body.isMarked),
  })

  app.put('/:eventId/discussion-news', {
    schema: conversationApi['PUT /api/events/:eventId/discussion-news'],
    handler: ({ actor, params, body }) => discussion.chooseNews(actor, params.eventId, body.news),
  })
}
