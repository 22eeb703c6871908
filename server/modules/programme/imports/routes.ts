import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { eventsApi } from '#shared/events/api.ts'

import type { EventImportService } from './service.ts'

/** `/api/events/import` for organisers. */
export const eventImportRoutes: FastifyPluginAsyncTypebox<{ eventImports: EventImportService }> = async (
  app,
  { eventImports },
) => {
  app.post('/import', {
    // The browser sends a file in batches of at most half of this.
    bodyLimit: 1024 * 1024,
    schema: eventsApi['POST /api/events/import'],
    handler: ({ actor, body }) => eventImports.importEvents(actor, body),
  })
}
