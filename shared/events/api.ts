import { IdempotencyKeyHeaderSchema, NO_CONTENT } from '#shared/lib/route-parts.ts'

import { importsApi } from './imports.ts'
import { publicEventsApi } from './public-events.ts'
import { questionsApi } from './questions.ts'
import { ofEvent } from './route-ids.ts'
import { rsvpApi } from './rsvps.ts'
import {
  CancellationSchema,
  CopiesSchema,
  DuplicationSchema,
  EventCalendarQuerySchema,
  EventCalendarSchema,
  EventDetailsSchema,
  EventEditSchema,
  EventListQuerySchema,
  EventPageSchema,
  EventTagsSchema,
} from './schema.ts'
import { seriesApi } from './series.ts'

/** Routes of the module, by method and path: those of events, and of each feature beside its schemas. */
export const eventsApi = {
  'GET /api/events': {
    summary: 'List events',
    querystring: EventListQuerySchema,
    response: { 200: EventPageSchema },
  },
  'GET /api/events/calendar': {
    summary: 'List events in a range of days',
    querystring: EventCalendarQuerySchema,
    response: { 200: EventCalendarSchema },
  },
  'GET /api/events/tags': { summary: 'List tags and cities of events', response: { 200: EventTagsSchema } },
  'GET /api/events/:eventId': {
    summary: 'Get an event',
    params: ofEvent,
    response: { 200: EventDetailsSchema },
  },
  'POST /api/events': {
    summary: 'Create a draft',
    headers: IdempotencyKeyHeaderSchema,
    body: EventEditSchema,
    response: { 201: EventDetailsSchema },
  },
  'PUT /api/events/:eventId': {
    summary: 'Edit an event',
    params: ofEvent,
    body: EventEditSchema,
    response: { 200: EventDetailsSchema },
  },
  'DELETE /api/events/:eventId': { summary: 'Delete a draft', params: ofEvent, response: NO_CONTENT },
  'POST /api/events/:eventId/publish': {
    summary: 'Publish an event',
    params: ofEvent,
    response: { 200: EventDetailsSchema },
  },
  'POST /api/events/:eventId/unpublish': {
    summary: 'Return an event to draft',
    params: ofEvent,
    response: { 200: EventDetailsSchema },
  },
  'POST /api/events/:eventId/complete': {
    summary: 'Mark an event as completed',
    params: ofEvent,
    response: { 200: EventDetailsSchema },
  },
  'DELETE /api/events/:eventId/role': {
    summary: 'Step down as a host or helper',
    params: ofEvent,
    response: NO_CONTENT,
  },
  'POST /api/events/:eventId/cancel': {
    summary: 'Cancel an event',
    params: ofEvent,
    body: CancellationSchema,
    response: { 200: EventDetailsSchema },
  },
  'POST /api/events/:eventId/duplicate': {
    summary: 'Duplicate an event',
    headers: IdempotencyKeyHeaderSchema,
    params: ofEvent,
    body: DuplicationSchema,
    response: { 201: CopiesSchema },
  },
  ...importsApi,
  ...publicEventsApi,
  ...questionsApi,
  ...rsvpApi,
  ...seriesApi,
}
