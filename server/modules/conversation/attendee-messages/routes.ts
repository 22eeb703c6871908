import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { conversationApi } from '#shared/conversation/api.ts'

import type { AttendeeMessageService } from './service.ts'

interface Options {
  attendeeMessages: Pick<AttendeeMessageService, 'send'>
}

/** `/api/events/:eventId/roster/:memberId/messages` for organisers. */
export const attendeeMessageRoutes: FastifyPluginAsyncTypebox<Options> = async (
  app,
  { attendeeMessages },
) => {
  app.post('/:eventId/roster/:memberId/messages', {
    schema: conversationApi['POST /api/events/:eventId/roster/:memberId/messages'],
    handler: async ({ actor, headers, params, body }, reply) => {
      await attendeeMessages.send(actor, params, body.text, headers['idempotency-key'])
      return reply.code(204).send(null)
    },
  })
}
