import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { attendanceApi } from '#shared/attendance/api.ts'

import type { EventInvitationService } from './service.ts'

interface Options {
  invitations: EventInvitationService
}

/** `/api/events/:eventId/invitations` for organisers. */
export const eventInvitationRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { invitations }) => {
  app.get('/:eventId/invitations', {
    schema: attendanceApi['GET /api/events/:eventId/invitations'],
    handler: ({ actor, params, query }) => invitations.page(actor, params.eventId, query.cursor),
  })

  app.post('/:eventId/invitations', {
    // A thousand lines, each at its limit.
    bodyLimit: 512 * 1024,
    schema: attendanceApi['POST /api/events/:eventId/invitations'],
    handler: ({ actor, params, body }) => invitations.invite(actor, params.eventId, body),
  })

  app.post('/:eventId/invitations/reminder', {
    schema: attendanceApi['POST /api/events/:eventId/invitations/reminder'],
    handler: ({ actor, params }) => invitations.remind(actor, params.eventId),
  })

  app.delete('/:eventId/invitations/:memberId', {
    schema: attendanceApi['DELETE /api/events/:eventId/invitations/:memberId'],
    handler: ({ actor, params }) => invitations.withdraw(actor, params.eventId, params.memberId),
  })
}
