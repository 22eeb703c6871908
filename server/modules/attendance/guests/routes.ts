import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { attendanceApi } from '#shared/attendance/api.ts'

import type { GuestService } from './service.ts'

interface Options {
  guests: GuestService
}

/** `/api/events/:eventId/guests` for members who go. */
export const namedGuestRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { guests: { booking } }) => {
  app.get('/:eventId/guests', {
    schema: attendanceApi['GET /api/events/:eventId/guests'],
    handler: async ({ actor, params }) => ({ items: await booking.named(actor, params.eventId) }),
  })

  app.post('/:eventId/guests', {
    schema: attendanceApi['POST /api/events/:eventId/guests'],
    async handler({ actor, params, body, ip }, reply) {
      await booking.name(actor, params.eventId, body, ip)
      return reply.code(204).send(null)
    },
  })

  app.delete('/:eventId/guests/:guestId', {
    schema: attendanceApi['DELETE /api/events/:eventId/guests/:guestId'],
    async handler({ actor, params }, reply) {
      await booking.withdraw(actor, params.eventId, params.guestId)
      return reply.code(204).send(null)
    },
  })
}

/** `/api/public-events/:eventId/guests`, for anyone. */
export const visitorGuestRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { guests }) => {
  app.post('/:eventId/guests', {
    schema: attendanceApi['POST /api/public-events/:eventId/guests'],
    async handler({ params, body, ip }, reply) {
      await guests.booking.book(params.eventId, body, ip)
      return reply.code(204).send(null)
    },
  })
}

/** `/api/guests`, for anyone with a guest's link. Bodies have its secret, because logs contain paths. */
export const guestRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { guests: { answering } }) => {
  app.post('/page', {
    schema: attendanceApi['POST /api/guests/page'],
    handler: ({ body }) => answering.page(body.link),
  })

  app.post('/rsvp', {
    schema: attendanceApi['POST /api/guests/rsvp'],
    handler: ({ body }) => answering.respond(body),
  })
}
