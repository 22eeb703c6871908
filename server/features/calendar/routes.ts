import { createHash } from 'node:crypto'

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import { CalendarFeedSchema, NewCalendarFeedSchema } from '#shared/calendar.ts'
import { IdSchema } from '#shared/page.ts'
import { attachment } from '#server/http/attachment.ts'
import { IdempotencyKeyHeaderSchema } from '#server/http/idempotency-key.ts'
import { isUnchanged } from '#server/http/static-files.ts'
import { notFound } from '#server/lib/failure.ts'

import type { CalendarFeeds } from './feeds.ts'
import type { CalendarService } from './service.ts'

const CALENDAR_TYPE = 'text/calendar; charset=utf-8'
const CalendarSchema = { content: { 'text/calendar': { schema: Type.String() } } }

/** `/api/events/:eventId/calendar.ics` */
export const eventCalendarRoutes: FastifyPluginAsyncTypebox<{ calendar: CalendarService }> = async (
  app,
  { calendar },
) => {
  app.get('/:eventId/calendar.ics', {
    schema: {
      summary: 'Get an event as a calendar file',
      params: Type.Object({ eventId: IdSchema }),
      response: { 200: CalendarSchema },
    },
    handler: async ({ actor, params }, reply) => {
      const { title, text } = await calendar.file(actor, params.eventId)
      return reply.type(CALENDAR_TYPE).header('content-disposition', attachment(title, 'ics')).send(text)
    },
  })
}

/** `/api/meetings/:meetingId/calendar.ics` */
export const meetingCalendarRoutes: FastifyPluginAsyncTypebox<{ calendar: CalendarService }> = async (
  app,
  { calendar },
) => {
  app.get('/:meetingId/calendar.ics', {
    schema: {
      summary: 'Get a growth meeting as a calendar file',
      params: Type.Object({ meetingId: IdSchema }),
      response: { 200: CalendarSchema },
    },
    handler: async ({ actor, params }, reply) => {
      const { title, text } = await calendar.meetingFile(actor, params.meetingId)
      return reply.type(CALENDAR_TYPE).header('content-disposition', attachment(title, 'ics')).send(text)
    },
  })
}

/** `/api/calendar-feed` of the member. */
export const calendarFeedRoutes: FastifyPluginAsyncTypebox<{ feeds: CalendarFeeds }> = async (
  app,
  { feeds },
) => {
  app.get('/', {
    schema: { summary: 'Get your calendar feed', response: { 200: CalendarFeedSchema } },
    handler: ({ actor }) => feeds.feed(actor),
  })

  app.post('/', {
    schema: {
      summary: 'Create a new address for your calendar feed',
      headers: IdempotencyKeyHeaderSchema,
      response: { 200: NewCalendarFeedSchema },
    },
    handler: ({ actor, headers }) => feeds.reset(actor, headers['idempotency-key']),
  })

  app.delete('/', {
    schema: { summary: 'Remove your calendar feed', response: { 204: Type.Null() } },
    handler: async ({ actor }, reply) => {
      await feeds.remove(actor)
      return reply.code(204).send(null)
    },
  })
}

interface FeedFileOptions {
  feeds: CalendarFeeds
  calendar: CalendarService
  /** Counts a request for an unknown address. */
  onMiss: (request: FastifyRequest) => Promise<void>
}

/** `/calendar`: for calendar apps, which only have the address. */
export const subscribedCalendarRoutes: FastifyPluginAsyncTypebox<FeedFileOptions> = async (
  app,
  { feeds, calendar, onMiss },
) => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('referrer-policy', 'no-referrer')
    done()
  })

  async function miss(request: FastifyRequest): Promise<never> {
    await onMiss(request)
    throw notFound('calendar')
  }

  app.get('/:secret.ics', {
    schema: { params: Type.Object({ secret: Type.String() }), hide: true },
    handler: async (request, reply) => {
      const owner = await feeds.ownerOf(request.params.secret)
      if (owner === undefined) return miss(request)
      const text = await calendar.feed(owner)
      const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
      reply.headers({ etag, 'cache-control': 'private, no-cache' })
      if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(CALENDAR_TYPE).send(text)
    },
  })

  // A mistyped address must not open the app, which would log it with an error.
  app.get('/*', { schema: { hide: true } }, miss)
}
