import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'

import {
  CancellationSchema,
  CopiesSchema,
  DuplicationSchema,
  EventDetailsSchema,
  EventEditSchema,
  EventListQuerySchema,
  EventPageSchema,
  EventTagsSchema,
} from '#shared/events.ts'
import { IdSchema } from '#shared/page.ts'
import { PublicEventListSchema, PublicEventSchema } from '#shared/public-events.ts'
import { IdempotencyKeyHeaderSchema } from '#server/http/idempotency-key.ts'
import { expectedVersion, IF_MATCH } from '#server/http/if-match.ts'
import { notFound } from '#server/lib/failure.ts'

import type { PublicEvents } from './public-events.ts'
import type { EventService } from './service.ts'

const eventIdParams = Type.Object({ eventId: IdSchema })
const details = { 200: EventDetailsSchema }
// A description of 10,000 characters of four bytes each, and the rest of the form.
const bodyLimit = 64 * 1024
const STEPS = [
  ['publish', 'Publish an event'],
  ['unpublish', 'Turn an event back into a draft'],
  ['complete', 'Mark an event as completed'],
] as const

/** `/api/events` for every member. */
export const eventRoutes: FastifyPluginAsyncTypebox<{ events: EventService }> = async (app, { events }) => {
  app.get('/', {
    schema: { summary: 'List events', querystring: EventListQuerySchema, response: { 200: EventPageSchema } },
    handler: ({ actor, query: { list = 'upcoming', cursor, ...filter } }) =>
      events.list(actor, list, filter, cursor),
  })

  app.get('/tags', {
    schema: { summary: 'List tags of events', response: { 200: EventTagsSchema } },
    handler: async () => ({ items: await events.tags() }),
  })

  app.get('/:eventId', {
    schema: { summary: 'Get an event', params: eventIdParams, response: details },
    handler: ({ actor, params }) => events.details(actor, params.eventId),
  })
}

/** `/api/public-events`, for anyone. */
export const publicEventRoutes: FastifyPluginAsyncTypebox<{ publicEvents: PublicEvents }> = async (
  app,
  { publicEvents },
) => {
  app.get('/', {
    schema: { summary: 'List public events', response: { 200: PublicEventListSchema } },
    handler: async () => ({ items: await publicEvents.next() }),
  })

  app.get('/:eventId', {
    schema: {
      summary: 'Get a public event',
      params: eventIdParams,
      response: { 200: PublicEventSchema },
    },
    handler: async ({ params }) => {
      const event = await publicEvents.find(params.eventId)
      if (!event) throw notFound('event')
      return event
    },
  })
}

/** `/api/events` for organisers. */
export const eventEditingRoutes: FastifyPluginAsyncTypebox<{ events: EventService }> = async (
  app,
  { events },
) => {
  app.post('/', {
    bodyLimit,
    schema: {
      summary: 'Create a draft',
      headers: IdempotencyKeyHeaderSchema,
      body: EventEditSchema,
      response: { 201: EventDetailsSchema },
    },
    handler: async ({ actor, headers, body }, reply) => {
      const draft = await events.create(actor, body, headers['idempotency-key'])
      return reply.code(201).send(await events.detailsOf(actor, draft))
    },
  })

  app.put('/:eventId', {
    bodyLimit,
    config: { headers: IF_MATCH },
    schema: { summary: 'Edit an event', params: eventIdParams, body: EventEditSchema, response: details },
    handler: async (request) => {
      const { actor, params, body } = request
      return events.detailsOf(actor, await events.edit(actor, params.eventId, expectedVersion(request), body))
    },
  })

  app.delete('/:eventId', {
    schema: { summary: 'Delete a draft', params: eventIdParams, response: { 204: Type.Null() } },
    handler: async ({ actor, params }, reply) => {
      await events.remove(actor, params.eventId)
      return reply.code(204).send(null)
    },
  })

  for (const [step, summary] of STEPS) {
    app.post(`/:eventId/${step}`, {
      schema: { summary, params: eventIdParams, response: details },
      handler: async ({ actor, params }) =>
        events.detailsOf(actor, await events[step](actor, params.eventId)),
    })
  }

  app.post('/:eventId/cancel', {
    schema: {
      summary: 'Cancel an event',
      params: eventIdParams,
      body: CancellationSchema,
      response: details,
    },
    handler: async ({ actor, params, body }) =>
      events.detailsOf(actor, await events.cancel(actor, params.eventId, body.reason)),
  })

  app.post('/:eventId/duplicate', {
    schema: {
      summary: 'Duplicate an event',
      headers: IdempotencyKeyHeaderSchema,
      params: eventIdParams,
      body: DuplicationSchema,
      response: { 201: CopiesSchema },
    },
    handler: async ({ actor, headers, params, body }, reply) => {
      const ids = await events.duplicate(actor, params.eventId, body, headers['idempotency-key'])
      return reply.code(201).send({ ids })
    },
  })
}
