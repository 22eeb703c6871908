import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  AnnouncementEditSchema,
  AnnouncementSchema,
  AnnouncementsSchema,
} from '#shared/event-announcements.ts'
import { IdSchema } from '#shared/page.ts'
import { IdempotencyKeyHeaderSchema } from '#server/http/idempotency-key.ts'

import type { EventAnnouncements } from './service.ts'

const PATH = '/:eventId/announcements'
const ofEvent = Type.Object({ eventId: IdSchema })

/** `/api/events/:eventId/announcements` for those whom they concern. */
export const eventAnnouncementRoutes: FastifyPluginAsyncTypebox<{
  announcements: EventAnnouncements
}> = async (app, { announcements }) => {
  app.get(PATH, {
    schema: { params: ofEvent, response: { 200: AnnouncementsSchema } },
    handler: async ({ actor, params }) => ({ items: await announcements.announced(actor, params.eventId) }),
  })
}

/** `/api/events/:eventId/announcements` for those who organise the event. */
export const eventAnnouncingRoutes: FastifyPluginAsyncTypebox<{ announcements: EventAnnouncements }> = async (
  app,
  { announcements },
) => {
  app.post(PATH, {
    schema: {
      headers: IdempotencyKeyHeaderSchema,
      params: ofEvent,
      body: AnnouncementEditSchema,
      response: { 201: AnnouncementSchema },
    },
    handler: async ({ actor, headers, params, body: { text } }, reply) => {
      const key = headers['idempotency-key']
      return reply.code(201).send(await announcements.announce(actor, params.eventId, text, key))
    },
  })
}
