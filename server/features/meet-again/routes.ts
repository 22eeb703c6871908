import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { IntroductionsSchema } from '#shared/connections.ts'
import { MeetAgainChoiceSchema, MeetAgainPageSchema } from '#shared/meet-again.ts'
import { CursorQuerySchema, IdSchema } from '#shared/page.ts'

import type { MeetAgainService } from './service.ts'

interface Options {
  meetAgain: MeetAgainService
}

const eventParams = Type.Object({ eventId: IdSchema })
const choiceParams = Type.Object({ eventId: IdSchema, memberId: IdSchema })
const ChosenSchema = Type.Pick(MeetAgainChoiceSchema, ['state'])

/** `/api/events/:eventId/…` */
export const meetAgainRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { meetAgain }) => {
  app.get('/:eventId/worth-meeting', {
    schema: {
      summary: 'List attendees of an event who are worth meeting',
      params: eventParams,
      response: { 200: IntroductionsSchema },
    },
    handler: ({ actor, params: { eventId } }) => meetAgain.worthMeeting(actor.id, eventId),
  })

  app.get('/:eventId/meet-again', {
    schema: {
      summary: 'List attendees to meet again, with your private choices',
      params: eventParams,
      querystring: CursorQuerySchema,
      response: { 200: MeetAgainPageSchema },
    },
    handler: ({ actor, params: { eventId }, query }) => meetAgain.list(actor.id, eventId, query.cursor),
  })

  app.put('/:eventId/meet-again/:memberId', {
    schema: {
      summary: 'Choose an attendee to meet again',
      params: choiceParams,
      response: { 200: ChosenSchema },
    },
    handler: ({ actor, params: { eventId, memberId } }) => meetAgain.choose(actor.id, eventId, memberId),
  })

  app.delete('/:eventId/meet-again/:memberId', {
    schema: { summary: 'Withdraw a choice', params: choiceParams, response: { 204: Type.Null() } },
    handler: async ({ actor, params: { eventId, memberId } }, reply) => {
      await meetAgain.withdraw(actor.id, eventId, memberId)
      return reply.code(204).send(null)
    },
  })
}
