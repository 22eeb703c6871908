import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { adminApi } from '#shared/admin/api.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'

import type { AdminEvents } from './service.ts'

/** `/api/admin/events`. For everything else, admins use the organisers' routes. */
export const adminEventRoutes: FastifyPluginAsyncTypebox<{ adminEvents: AdminEvents }> = async (
  app,
  { adminEvents },
) => {
  app.get('/', {
    schema: adminApi['GET /api/admin/events'],
    handler: ({ actor, query }) => adminEvents.page(actor, query),
  })

  app.get('/organisers', {
    schema: adminApi['GET /api/admin/events/organisers'],
    handler: async ({ actor, query }) => ({ items: await adminEvents.organisers(actor, query.q) }),
  })

  app.put('/:eventId/organiser', {
    config: { headers: IF_MATCH },
    schema: adminApi['PUT /api/admin/events/:eventId/organiser'],
    handler: (request) =>
      adminEvents.reassign(
        request.actor,
        request.params.eventId,
        expectedVersion(request),
        request.body.organiser,
      ),
  })
}
