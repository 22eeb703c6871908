import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'

import {
  MarkReadSchema,
  NotificationPageSchema,
  StreamQuerySchema,
  UnreadSchema,
} from '#shared/notifications.ts'
import { CursorQuerySchema } from '#shared/page.ts'

import type { NotificationService } from './service.ts'
import type { NotificationStreams } from './streams.ts'

export const notificationRoutes: FastifyPluginAsyncTypebox<{ notifications: NotificationService }> = async (
  app,
  { notifications },
) => {
  app.get('/', {
    schema: {
      summary: 'List your notifications',
      querystring: CursorQuerySchema,
      response: { 200: NotificationPageSchema },
    },
    handler: ({ actor, query }) => notifications.list(actor.id, query.cursor),
  })

  app.get('/unread', {
    schema: { summary: 'Count your unread notifications', response: { 200: UnreadSchema } },
    handler: async ({ actor: { id, role } }) => ({ unread: await notifications.unread(id), role }),
  })

  app.post('/read', {
    schema: {
      summary: 'Mark notifications as read',
      body: MarkReadSchema,
      response: { 204: Type.Null() },
    },
    handler: async ({ actor, body }, reply) => {
      await notifications.markRead(actor.id, body)
      return reply.code(204).send(null)
    },
  })
}

interface StreamOptions {
  streams: NotificationStreams
  /** Whether the request's session is live now, of an active member. */
  isActiveMember: (request: FastifyRequest) => Promise<boolean>
}

export const notificationStreamRoutes: FastifyPluginAsyncTypebox<StreamOptions> = async (
  app,
  { streams, isActiveMember },
) => {
  app.addHook('preClose', () => streams.close())

  app.get('/stream', {
    exposeHeadRoute: false,
    schema: {
      summary: 'Follow the number of your unread notifications',
      description:
        'Server-sent events. Each has `{"unread": <number>, "role": <role>}`, the first at once, or `{"stale": [<view>]}` when a `view` of the query that you can see has changed.',
      querystring: StreamQuerySchema,
      response: { 200: { content: { 'text/event-stream': { schema: Type.String() } } } },
    },
    handler(request, reply) {
      streams.assertOpen()
      const { actor, session } = request
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store, no-transform',
        // https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering
        'x-accel-buffering': 'no',
      })
      const onClose = streams.open(
        {
          memberId: actor.id,
          sessionId: session.id,
          expiresAt: session.expiresAt,
          views: request.query.view ?? [],
          isAllowed: () => isActiveMember(request),
        },
        {
          write: (text) => void raw.write(text),
          backlog: () => raw.writableLength,
          end: () => void raw.end(),
          destroy: () => void raw.destroy(),
        },
      )
      raw.once('close', onClose)
    },
  })
}
