import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { conversationApi } from '#shared/conversation/api.ts'

import type { OrganiserMessageService } from './service.ts'

interface Options {
  messages: OrganiserMessageService
}

const ANNOUNCEMENTS = '/:eventId/announcements'
const TO_GROUPS = '/:eventId/messages'

/** `/api/events/:eventId/announcements` for attendees. */
export const announcementRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { messages }) => {
  app.get(ANNOUNCEMENTS, {
    schema: conversationApi['GET /api/events/:eventId/announcements'],
    handler: async ({ actor, params }) => ({ items: await messages.announcementsFor(actor, params.eventId) }),
  })

  app.get(`${ANNOUNCEMENTS}/:announcementId`, {
    schema: conversationApi['GET /api/events/:eventId/announcements/:announcementId'],
    handler: ({ actor, params }) => messages.announcementFor(actor, params.eventId, params.announcementId),
  })
}

/** Messages below `/api/events/:eventId` for organisers, who write to each audience at a path of its own. */
export const organiserMessageRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { messages }) => {
  app.get(`${ANNOUNCEMENTS}/audience`, {
    schema: conversationApi['GET /api/events/:eventId/announcements/audience'],
    handler: ({ actor, params }) => messages.audience(actor, params.eventId),
  })

  app.post(ANNOUNCEMENTS, {
    schema: conversationApi['POST /api/events/:eventId/announcements'],
    handler: ({ actor, headers, params, body }) =>
      messages.announce(actor, params.eventId, body.text, headers['idempotency-key']),
  })

  app.get(TO_GROUPS, {
    schema: conversationApi['GET /api/events/:eventId/messages'],
    handler: ({ actor, params }) => messages.groups(actor, params.eventId),
  })

  app.post(TO_GROUPS, {
    schema: conversationApi['POST /api/events/:eventId/messages'],
    handler: ({ actor, headers, params, body }) =>
      messages.sendToGroup(actor, params.eventId, body, headers['idempotency-key']),
  })

  app.post('/:eventId/roster/:memberId/messages', {
    schema: conversationApi['POST /api/events/:eventId/roster/:memberId/messages'],
    handler: ({ actor, headers, params, body }) =>
      messages.sendToAttendee(actor, params, body.text, headers['idempotency-key']),
  })
}
