import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'

import { eventsApi } from '#shared/events/api.ts'
import { canOnEvent } from '#shared/events/rights.ts'
import type { EventEditor, EventService, EventLifecycle, SeriesEditor } from '#server/modules/events/types.ts'
import { expectedVersion, IF_MATCH } from '#server/http/checks/if-match.ts'
import { notFound } from '#server/lib/failure.ts'
import type { PageViews } from '#server/modules/programme/desk/page-views.ts'

import type { PublicEvents } from './public-events.ts'
import type { EventReader } from './reader.ts'

// A description of 10,000 characters of four bytes each, and the rest of the form.
const bodyLimit = 64 * 1024
const STEPS = ['publish', 'unpublish', 'complete'] as const

interface EventOptions {
  events: EventService
  reader: EventReader
  pageViews: PageViews
}

interface EditingOptions {
  reader: EventReader
  editor: EventEditor
}

interface SeriesEditingOptions {
  seriesEditor: SeriesEditor
  reader: EventReader
}

/** `/api/events` for every member. */
export const eventRoutes: FastifyPluginAsyncTypebox<EventOptions> = async (
  app,
  { events, reader, pageViews },
) => {
  app.get('/', {
    schema: eventsApi['GET /api/events'],
    handler: ({ actor, query: { list = 'upcoming', cursor, ...filter } }) =>
      reader.list(actor, list, filter, cursor),
  })

  app.get('/calendar', {
    schema: eventsApi['GET /api/events/calendar'],
    handler: ({ actor, query }) => reader.calendar(actor, query),
  })

  app.get('/tags', {
    schema: eventsApi['GET /api/events/tags'],
    handler: () => reader.tags(),
  })

  app.get('/:eventId', {
    schema: eventsApi['GET /api/events/:eventId'],
    async handler({ actor, params }) {
      const details = await reader.details(actor, params.eventId)
      if (!canOnEvent(details, 'edit')) pageViews.countMember(actor.id, details.id)
      return details
    },
  })

  app.delete('/:eventId/role', {
    schema: eventsApi['DELETE /api/events/:eventId/role'],
    handler: ({ actor, params }) => events.stepDown(actor, params.eventId),
  })
}

/** `/api/public-events`, for anyone. */
export const publicEventRoutes: FastifyPluginAsyncTypebox<{ publicEvents: PublicEvents }> = async (
  app,
  { publicEvents },
) => {
  app.get('/', {
    schema: eventsApi['GET /api/public-events'],
    handler: async () => ({ items: await publicEvents.next() }),
  })

  app.get('/:eventId', {
    schema: eventsApi['GET /api/public-events/:eventId'],
    handler: async ({ params }) => {
      const event = await publicEvents.find(params.eventId)
      if (!event) throw notFound('event')
      return event
    },
  })
}

/** `/api/events/:eventId` for everyone who can edit the event. */
export const editEventRoutes: FastifyPluginAsyncTypebox<EditingOptions> = async (app, { reader, editor }) => {
  app.put('/:eventId', {
    bodyLimit,
    config: { headers: IF_MATCH },
    schema: eventsApi['PUT /api/events/:eventId'],
    handler: async (request) => {
      const { actor, params, body } = request
      return reader.detailsOf(actor, await editor.edit(actor, params.eventId, expectedVersion(request), body))
    },
  })
}

/** `/api/events` for organisers, and for those who create events of a chapter. */
export const eventEditingRoutes: FastifyPluginAsyncTypebox<
  EditingOptions & { lifecycle: EventLifecycle }
> = async (app, { reader, editor, lifecycle }) => {
  app.post('/', {
    bodyLimit,
    schema: eventsApi['POST /api/events'],
    handler: async ({ actor, headers, body }) => {
      const draft = await editor.create(actor, body, headers['idempotency-key'])
      return reader.detailsOf(actor, draft)
    },
  })

  app.delete('/:eventId', {
    schema: eventsApi['DELETE /api/events/:eventId'],
    handler: ({ actor, params }) => editor.remove(actor, params.eventId),
  })

  for (const step of STEPS) {
    app.post(`/:eventId/${step}`, {
      schema: eventsApi[`POST /api/events/:eventId/${step}`],
      handler: async ({ actor, params }) =>
        reader.detailsOf(actor, await lifecycle[step](actor, params.eventId)),
    })
  }

  app.post('/:eventId/cancel', {
    schema: eventsApi['POST /api/events/:eventId/cancel'],
    handler: async ({ actor, params, body }) =>
      reader.detailsOf(actor, await lifecycle.cancel(actor, params.eventId, body.reason)),
  })

  app.post('/:eventId/duplicate', {
    schema: eventsApi['POST /api/events/:eventId/duplicate'],
    handler: async ({ actor, headers, params, body }) => ({
      ids: await editor.duplicate(actor, params.eventId, body, headers['idempotency-key']),
    }),
  })
}

/** `/api/events/:eventId/series` for everyone who manages the event. */
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
    handler: async ({ actor, headers, params, body }) => ({
      ids: await seriesEditor.extend(actor, params.eventId, body, headers['idempotency-key']),
    }),
  })

  app.post('/:eventId/series/publish', {
    schema: eventsApi['POST /api/events/:eventId/series/publish'],
    handler: ({ actor, params }) => seriesEditor.publish(actor, params.eventId),
  })
}
