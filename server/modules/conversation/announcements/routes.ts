import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { conversationApi } from '#shared/conversation/api.ts'

import type { AnnouncementService } from './service.ts'

interface Options {
  announcements: AnnouncementService
}

const PATH = '/:eventId/announcements'

/** `/api/events/:eventId/announcements` for attendees. */
export const announcementRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { announcements }) => {
  app.get(PATH, {
    schema: conversationApi['GET /api/events/:eventId/announcements'],
    handler: async ({ actor, params }) => ({ items: await announcements.list(actor, params.eventId) }),
  })

  app.get(`${PATH}/:announcementId`, {
    schema: conversationApi['GET /api/events/:eventId/announcements/:announcementId'],
    handler: ({ actor, params }) => announcements.one(actor, params.eventId, params.announcementId),
  })
}

/** `/api/events/:eventId/announcements` for organisers. */
export const sendAnnouncementRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { announcements }) => {
  app.get(`${PATH}/audience`, {
    schema: conversationApi['GET /api/events/:eventId/announcements/audience'],
    handler: ({ actor, params }) => announcements.audience(actor, params.eventId),
  })

  app.post(PATH, {
    schema: conversationApi['POST /api/events/:eventId/announcements'],
    handler: async ({ actor, headers, params, body: { text } }, reply) => {
      const key = headers['idempotency-key']
      return reply.code(201).send(await announcements.send(actor, params.eventId, text, key))
    },
  })
}
