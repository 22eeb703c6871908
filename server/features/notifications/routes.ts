import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import { MarkReadSchema, NotificationPageSchema, UnreadSchema } from '#shared/notifications.ts'
import { CursorQuerySchema } from '#shared/page.ts'

import type { NotificationService } from './service.ts'

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
    handler: async ({ actor }) => ({ unread: await notifications.unread(actor.id) }),
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
