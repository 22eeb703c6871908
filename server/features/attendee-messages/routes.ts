import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { IdSchema } from '#shared/page.ts'
import { AttendeeMessageSchema } from '#shared/roster.ts'
import { IdempotencyKeyHeaderSchema } from '#server/http/idempotency-key.ts'

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
    schema: {
      summary: 'Send a message to one attendee',
      headers: IdempotencyKeyHeaderSchema,
      params: Type.Object({ eventId: IdSchema, memberId: IdSchema }),
      body: AttendeeMessageSchema,
      response: { 204: Type.Null() },
    },
    handler: async ({ actor, headers, params, body }, reply) => {
      await attendeeMessages.send(actor, params, body.text, headers['idempotency-key'])
      return reply.code(204).send(null)
    },
  })
}
