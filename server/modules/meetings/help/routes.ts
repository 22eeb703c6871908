import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { meetingsApi } from '#shared/meetings/api.ts'

import type { HelpService } from './service.ts'

/** `/api/asks/:askId/help` */
export const helpRoutes: FastifyPluginAsyncTypebox<{ help: HelpService }> = async (app, { help }) => {
  app.post('/:askId/help', {
    schema: meetingsApi['POST /api/asks/:askId/help'],
    handler: ({ actor, params }) => help.offer(actor.id, params.askId),
  })
}
