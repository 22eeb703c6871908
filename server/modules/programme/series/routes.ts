import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { eventsApi } from '#shared/events/api.ts'
import type { SeriesEditor } from '#server/modules/events/types.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'
import type { EventReader } from '#server/modules/programme/reader.ts'

interface SeriesEditingOptions {
  seriesEditor: SeriesEditor
  reader: EventReader
}

// A description of 10,000 characters of four bytes each, and the rest of the form.
const bodyLimit = 64 * 1024

/** `/api/events/:eventId/series` for organisers. */
export const seriesEditingRoutes: FastifyPluginAsyncTypebox<SeriesEditingOptions> = async (
  app,
  { seriesEditor, reader },
) => {
  app.post('/:eventId/series/preview', {
    bodyLimit,
    schema: eventsApi['POST /api/events/:eventId/series/preview'],
    handler: ({ actor, params, body }) => seriesEditor.preview(actor, params.eventId, body.edit),
  })

  app.put('/:eventId/series', {
    bodyLimit,
    config: { headers: IF_MATCH },
    schema: eventsApi['PUT /api/events/:eventId/series'],
    handler: async (request) => {
      const { actor, params, body } = request
      const { event, changed } = await seriesEditor.edit(
        actor,
        params.eventId,
        expectedVersion(request),
        body,
      )
      return { event: await reader.detailsOf(actor, event), changed }
    },
  })

  app.post('/:eventId/series/cancel', {
    schema: eventsApi['POST /api/events/:eventId/series/cancel'],
    handler: async ({ actor, params, body }) => {
      const { event, changed } = await seriesEditor.cancel(actor, params.eventId, body.scope, body.reason)
      return { event: await reader.detailsOf(actor, event), changed }
    },
  })

  app.post('/:eventId/series/dates', {
    schema: eventsApi['POST /api/events/:eventId/series/dates'],
    handler: async ({ actor, headers, params, body }, reply) => {
      const ids = await seriesEditor.extend(actor, params.eventId, body, headers['idempotency-key'])
      return reply.code(201).send({ ids })
    },
  })

  app.post('/:eventId/series/publish', {
    schema: eventsApi['POST /api/events/:eventId/series/publish'],
    handler: ({ actor, params }) => seriesEditor.publish(actor, params.eventId),
  })
}
