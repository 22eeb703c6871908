import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { PreferencesEditSchema, PreferencesSchema } from '#shared/notification-preferences.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'

import type { PreferenceService } from './service.ts'

/** `/api/notifications/preferences` */
export const preferenceRoutes: FastifyPluginAsyncTypebox<{ preferences: PreferenceService }> = async (
  app,
  { preferences },
) => {
  app.get('/preferences', {
    schema: { summary: 'Get what you are notified of', response: { 200: PreferencesSchema } },
    handler: ({ actor }) => preferences.own(actor.id),
  })

  app.put('/preferences', {
    config: { headers: IF_MATCH },
    schema: {
      summary: 'Choose what you are notified of',
      body: PreferencesEditSchema,
      response: { 200: PreferencesSchema },
    },
    handler: (request) => preferences.save(request.actor.id, expectedVersion(request), request.body),
  })
}
