import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'

import { notificationsApi } from '#shared/notifications/api.ts'

import type { NotificationService } from './service.ts'
import type { NotificationStreams } from './streams.ts'

export const notificationRoutes: FastifyPluginAsyncTypebox<{ notifications: NotificationService }> = async (
  app,
  { notifications },
) => {
  app.get('/', {
    schema: notificationsApi['GET /api/notifications'],
    handler: ({ actor, query }) => notifications.list(actor.id, query.cursor),
  })

  app.get('/unread', {
    schema: notificationsApi['GET /api/notifications/unread'],
    handler: async ({ actor: { id, role } }) => ({ unread: await notifications.unread(id), role }),
  })

  app.post('/read', {
    schema: notificationsApi['POST /api/notifications/read'],
    handler: ({ actor, body }) => notifications.markRead(actor.id, body),
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
    schema: notificationsApi['GET /api/notifications/stream'],
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
