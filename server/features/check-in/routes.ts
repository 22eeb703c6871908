import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  CheckInCodeSchema,
  CheckInListQuerySchema,
  CheckInListSchema,
  CheckInResultsSchema,
  CheckInsSchema,
  CheckInUndoneSchema,
  CheckInUndoSchema,
} from '#shared/check-in.ts'
import { IdSchema } from '#shared/page.ts'

import type { CheckInService } from './service.ts'

interface Options {
  checkIn: CheckInService
}

const eventIdParams = Type.Object({ eventId: IdSchema })

/** `/api/events/:eventId/check-in-code` for attendees. */
export const checkInCodeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { checkIn }) => {
  app.get('/:eventId/check-in-code', {
    schema: {
      summary: 'Get your check-in code for an event',
      params: eventIdParams,
      response: { 200: CheckInCodeSchema },
    },
    handler: async ({ actor, params }) => ({ code: await checkIn.code(actor, params.eventId) }),
  })
}

/** `/api/events/:eventId` check-in for organisers. */
export const checkInRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { checkIn }) => {
  /** Of the lists that are kept: to write that of a thousand takes a millisecond. */
  const texts = new WeakMap<object, Buffer>()

  app.get('/:eventId/check-in-list', {
    schema: {
      summary: 'List an event’s attendees for check-in',
      params: eventIdParams,
      querystring: CheckInListQuerySchema,
      response: { 200: CheckInListSchema },
    },
    async handler({ actor, params, query }, reply) {
      const list = await checkIn.list(actor, params.eventId, query.revision)
      if (!list.items) return list
      const textOf = () => Buffer.from(String(reply.serializeInput(list, '200')))
      reply.type('application/json; charset=utf-8')
      return reply.send(texts.getOrInsertComputed(list, textOf) as never)
    },
  })

  app.post('/:eventId/check-ins', {
    // 200 codes with their times.
    bodyLimit: 64 * 1024,
    schema: {
      summary: 'Check attendees in',
      params: eventIdParams,
      body: CheckInsSchema,
      response: { 200: CheckInResultsSchema },
    },
    handler: async ({ actor, params, body }) => ({
      items: await checkIn.checkIn(actor, params.eventId, body.items),
    }),
  })

  app.delete('/:eventId/check-ins/:memberId', {
    schema: {
      summary: 'Undo a check-in',
      params: Type.Object({ eventId: IdSchema, memberId: IdSchema }),
      querystring: CheckInUndoSchema,
      response: { 200: CheckInUndoneSchema },
    },
    handler: ({ actor, params, query }) =>
      checkIn.undo(actor, params.eventId, params.memberId, query.arrival),
  })
}
