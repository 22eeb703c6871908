import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { meetingsApi } from '#shared/meetings/api.ts'

import type { MeetAgainService } from './service.ts'

interface Options {
  meetAgain: MeetAgainService
}

/** `/api/events/:eventId/…` */
export const meetAgainRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { meetAgain }) => {
  app.get('/:eventId/worth-meeting', {
    schema: meetingsApi['GET /api/events/:eventId/worth-meeting'],
    handler: ({ actor, params: { eventId } }) => meetAgain.worthMeeting(actor, eventId),
  })

  app.get('/:eventId/meet-again', {
    schema: meetingsApi['GET /api/events/:eventId/meet-again'],
    handler: ({ actor, params: { eventId }, query }) => meetAgain.list(actor, eventId, query.cursor),
  })

  app.put('/:eventId/meet-again/:memberId', {
    schema: meetingsApi['PUT /api/events/:eventId/meet-again/:memberId'],
    handler: ({ actor, params: { eventId, memberId } }) => meetAgain.choose(actor, eventId, memberId),
  })

  app.delete('/:eventId/meet-again/:memberId', {
    schema: meetingsApi['DELETE /api/events/:eventId/meet-again/:memberId'],
    handler: ({ actor, params: { eventId, memberId } }) => meetAgain.withdraw(actor.id, eventId, memberId),
  })
}
