import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { conversationApi } from '#shared/conversation/api.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { RecapService } from './service.ts'

interface Options {
  recaps: RecapService
}

const PICTURE = '/:eventId/recap/pictures/:imageId'
// A text of 2,000 characters of four bytes, and twelve descriptions.
const bodyLimit = 32 * 1024

/** `/api/events/:eventId/recap` */
export const recapRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { recaps }) => {
  app.get('/:eventId/recap', {
    schema: conversationApi['GET /api/events/:eventId/recap'],
    handler: ({ actor, params }) => recaps.get(actor, params.eventId),
  })

  app.put('/:eventId/recap', {
    bodyLimit,
    config: { headers: IF_MATCH },
    schema: conversationApi['PUT /api/events/:eventId/recap'],
    handler: (request) =>
      recaps.edit(request.actor, request.params.eventId, expectedVersion(request), request.body),
  })

  app.post(`${PICTURE}/removal-request`, {
    schema: conversationApi['POST /api/events/:eventId/recap/pictures/:imageId/removal-request'],
    handler: ({ actor, params: { eventId, imageId } }) => recaps.askForRemoval(actor, eventId, imageId),
  })

  app.post(`${PICTURE}/restoration`, {
    schema: conversationApi['POST /api/events/:eventId/recap/pictures/:imageId/restoration'],
    handler: ({ actor, params: { eventId, imageId } }) => recaps.keepPicture(actor, eventId, imageId),
  })

  app.delete(PICTURE, {
    schema: conversationApi['DELETE /api/events/:eventId/recap/pictures/:imageId'],
    handler: ({ actor, params: { eventId, imageId } }) => recaps.removePicture(actor, eventId, imageId),
  })
}
