import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { attendanceApi } from '#shared/attendance/api.ts'

import type { CheckInService } from './service.ts'

interface Options {
  checkIn: CheckInService
}

/** `/api/events/:eventId/check-in-code` for attendees. */
export const checkInCodeRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { checkIn }) => {
  app.get('/:eventId/check-in-code', {
    schema: attendanceApi['GET /api/events/:eventId/check-in-code'],
    handler: async ({ actor, params }) => ({ code: await checkIn.code(actor, params.eventId) }),
  })
}

/** `/api/events/:eventId` check-in for organisers. */
export const checkInRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { checkIn }) => {
  /** Serialised texts of the cached lists: writing that of a thousand takes a millisecond. */
  const texts = new WeakMap<object, Buffer>()

  app.get('/:eventId/check-in-list', {
    schema: attendanceApi['GET /api/events/:eventId/check-in-list'],
    async handler({ actor, params, query }, reply) {
      const list = await checkIn.list(actor, params.eventId, query.revision)
      if (!list.items) return list
      const textOf = () => Buffer.from(String(reply.serializeInput(list, '200')))
      reply.type('application/json; charset=utf-8')
      return reply.send(texts.getOrInsertComputed(list, textOf) as never)
    },
  })

  app.get('/:eventId/check-in-codes', {
    schema: attendanceApi['GET /api/events/:eventId/check-in-codes'],
    handler: async ({ actor, params }) => ({ items: await checkIn.codesOf(actor, params.eventId) }),
  })

  app.post('/:eventId/check-ins', {
    // 200 codes with their times.
    bodyLimit: 64 * 1024,
    schema: attendanceApi['POST /api/events/:eventId/check-ins'],
    handler: async ({ actor, params, body }) => ({
      items: await checkIn.checkIn(actor, params.eventId, body.items),
    }),
  })

  app.delete('/:eventId/check-ins/:memberId', {
    schema: attendanceApi['DELETE /api/events/:eventId/check-ins/:memberId'],
    handler: ({ actor, params, query }) =>
      checkIn.undo(actor, params.eventId, params.memberId, query.arrival),
  })
}
