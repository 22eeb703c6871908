import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { notificationsApi } from '#shared/notifications/api.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { PreferenceService } from './service.ts'

/** `/api/notifications/preferences` */
export const preferenceRoutes: FastifyPluginAsyncTypebox<{ preferences: PreferenceService }> = async (
  app,
  { preferences },
) => {
  app.get('/preferences', {
    schema: notificationsApi['GET /api/notifications/preferences'],
    handler: ({ actor }) => preferences.own(actor.id),
  })

  app.put('/preferences', {
    config: { headers: IF_MATCH },
    schema: notificationsApi['PUT /api/notifications/preferences'],
    handler: (request) => preferences.save(request.actor.id, expectedVersion(request), request.body),
  })
}
