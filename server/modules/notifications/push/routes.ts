import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { notificationsApi } from '#shared/notifications/api.ts'

import type { PushSender } from './sender.ts'
import type { PushService } from './service.ts'

interface Options {
  push: PushService
  pushSender: PushSender
}

/** `/api/push` */
export const pushRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { push, pushSender }) => {
  app.addHook('onClose', async () => pushSender.stop())

  app.get('/', {
    schema: notificationsApi['GET /api/push'],
    handler: ({ actor }) => push.own(actor.id),
  })

  app.post('/', {
    schema: notificationsApi['POST /api/push'],
    handler: ({ actor, session, body }) => push.save(actor.id, session.id, body),
  })

  app.delete('/:browserId', {
    schema: notificationsApi['DELETE /api/push/:browserId'],
    handler: ({ actor, params }) => push.remove(actor.id, params.browserId),
  })
}
