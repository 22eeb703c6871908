import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  AnnouncementAudienceSchema,
  AnnouncementEditSchema,
  AnnouncementSchema,
  AnnouncementsSchema,
} from '#shared/announcements.ts'
import { IdSchema } from '#shared/page.ts'
import { IdempotencyKeyHeaderSchema } from '#server/http/idempotency-key.ts'

import type { AnnouncementService } from './service.ts'

interface Options {
  announcements: AnnouncementService
}

const PATH = '/:eventId/announcements'
const eventIdParams = Type.Object({ eventId: IdSchema })

/** `/api/events/:eventId/announcements` for attendees. */
export const announcementRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { announcements }) => {
  app.get(PATH, {
    schema: {
      summary: 'List an event’s announcements',
      params: eventIdParams,
      response: { 200: AnnouncementsSchema },
    },
    handler: async ({ actor, params }) => ({ items: await announcements.list(actor, params.eventId) }),
  })

  app.get(`${PATH}/:announcementId`, {
    schema: {
      summary: 'Get an announcement, also of a blocked author',
      params: Type.Object({ eventId: IdSchema, announcementId: IdSchema }),
      response: { 200: AnnouncementSchema },
    },
    handler: ({ actor, params }) => announcements.one(actor, params.eventId, params.announcementId),
  })
}

/** `/api/events/:eventId/announcements` for organisers. */
export const sendAnnouncementRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { announcements }) => {
  app.get(`${PATH}/audience`, {
    schema: {
      summary: 'Count whom an announcement is sent to',
      params: eventIdParams,
      response: { 200: AnnouncementAudienceSchema },
    },
    handler: ({ actor, params }) => announcements.audience(actor, params.eventId),
  })

  app.post(PATH, {
    schema: {
      summary: 'Send an announcement to an event’s attendees',
      headers: IdempotencyKeyHeaderSchema,
      params: eventIdParams,
      body: AnnouncementEditSchema,
      response: { 201: AnnouncementSchema },
    },
    handler: async ({ actor, headers, params, body: { text } }, reply) => {
      const key = headers['idempotency-key']
      return reply.code(201).send(await announcements.send(actor, params.eventId, text, key))
    },
  })
}
