import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { conversationApi } from '#shared/conversation/api.ts'

import type { GroupMessageService } from './service.ts'

interface Options {
  groupMessages: GroupMessageService
}

/** `/api/events/:eventId/messages` for organisers. */
export const groupMessageRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { groupMessages }) => {
  app.get('/:eventId/messages', {
    schema: conversationApi['GET /api/events/:eventId/messages'],
    handler: ({ actor, params }) => groupMessages.list(actor, params.eventId),
  })

  app.post('/:eventId/messages', {
    schema: conversationApi['POST /api/events/:eventId/messages'],
    handler: async ({ actor, headers, params, body }, reply) => {
      const sent = await groupMessages.send(actor, params.eventId, body, headers['idempotency-key'])
      return reply.code(201).send(sent)
    },
  })
}
