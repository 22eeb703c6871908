import { Type, type Static } from 'typebox'

import { IdempotencyKeyHeaderSchema } from '#shared/lib/route-parts.ts'

import { EVENT_LIMITS, RSVP_STATES, SERIES_RSVP_RESULTS, SERIES_SCOPES } from './rules.ts'
import {
  CancellationSchema,
  CopiesSchema,
  DuplicationSchema,
  EventDetailsSchema,
  EventEditSchema,
  EventListItemSchema,
  EventSummarySchema,
} from './schema.ts'
import { AnswersEditSchema } from './questions.ts'
import { ofEvent } from './route-ids.ts'

/** The events of a series that the viewer may see, earliest first. */
const SeriesSchema = Type.Object({
  items: Type.Array(EventListItemSchema),
  /** Whether the viewer gets a seat at new events of the series. */
  isJoined: Type.Boolean(),
})
export type Series = Static<typeof SeriesSchema>

/** An RSVP of going to every upcoming event of a series. */
const SeriesRsvpSchema = Type.Object(
  {
    guests: Type.Integer({ minimum: 0, maximum: EVENT_LIMITS.guests }),
    /** Answers to the questions of the event on screen, which others of the series ask too. */
    answers: Type.Optional(AnswersEditSchema),
  },
  { additionalProperties: false },
)
export type SeriesRsvp = Static<typeof SeriesRsvpSchema>

/** Results in the order of the dates. */
const SeriesRsvpResultsSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      event: EventSummarySchema,
      result: Type.Enum([...SERIES_RSVP_RESULTS]),
      /** The viewer’s RSVP. */
      state: Type.Optional(Type.Enum([...RSVP_STATES])),
    }),
  ),
})
export type SeriesRsvpResults = Static<typeof SeriesRsvpResultsSchema>

const SeriesLeftSchema = Type.Object({
  /** Number of RSVPs that were given up. */
  left: Type.Integer(),
})

/** An edit of the event on screen, applied to others of its series too. */
const SeriesEditSchema = Type.Object(
  { scope: Type.Enum([...SERIES_SCOPES]), edit: EventEditSchema },
  { additionalProperties: false },
)
export type SeriesEdit = Static<typeof SeriesEditSchema>

const SeriesCancellationSchema = Type.Object(
  { scope: Type.Enum([...SERIES_SCOPES]), ...CancellationSchema.properties },
  { additionalProperties: false },
)

/** Asks what a change would do. Without an edit it is a cancellation. */
const SeriesPreviewQuerySchema = Type.Object(
  { edit: Type.Optional(EventEditSchema) },
  { additionalProperties: false },
)

const EffectSchema = Type.Object({
  /** Number of events that change. */
  events: Type.Integer(),
  /** Number of people who get one message. */
  people: Type.Integer(),
})

const SeriesPreviewSchema = Type.Object({
  scopes: Type.Object({ this: EffectSchema, following: EffectSchema, all: EffectSchema }),
  /** Events of the series that have not started, with their next dates, earliest first. */
  dates: Type.Array(
    Type.Object({
      id: Type.String(),
      startsAt: Type.String(),
      endsAt: Type.String(),
      timeZone: Type.String(),
      allDay: Type.Boolean(),
      /** Whether it is before the event on screen. */
      isEarlier: Type.Boolean(),
      isChanged: Type.Boolean(),
      /** The present start, if it changes. */
      was: Type.Optional(Type.String()),
      /** Reason for which it stays as it is. */
      problem: Type.Optional(Type.String()),
    }),
  ),
})
export type SeriesPreview = Static<typeof SeriesPreviewSchema>

/** The event on screen, and the number of events that changed. */
const SeriesChangeSchema = Type.Object({ event: EventDetailsSchema, changed: Type.Integer() })
const SeriesPublishedSchema = Type.Object({ published: Type.Integer() })

export const seriesApi = {
  'GET /api/events/:eventId/series': {
    summary: 'List the events of a series',
    params: ofEvent,
    response: { 200: SeriesSchema },
  },
  'PUT /api/events/:eventId/series/rsvp': {
    summary: 'RSVP to all upcoming events of a series',
    params: ofEvent,
    body: SeriesRsvpSchema,
    response: { 200: SeriesRsvpResultsSchema },
  },
  'DELETE /api/events/:eventId/series/rsvp': {
    summary: 'Leave a series',
    params: ofEvent,
    response: { 200: SeriesLeftSchema },
  },
  'POST /api/events/:eventId/series/preview': {
    summary: 'Preview a change to a series',
    params: ofEvent,
    body: SeriesPreviewQuerySchema,
    response: { 200: SeriesPreviewSchema },
  },
  'PUT /api/events/:eventId/series': {
    summary: 'Edit several events of a series',
    params: ofEvent,
    body: SeriesEditSchema,
    response: { 200: SeriesChangeSchema },
  },
  'POST /api/events/:eventId/series/cancel': {
    summary: 'Cancel several events of a series',
    params: ofEvent,
    body: SeriesCancellationSchema,
    response: { 200: SeriesChangeSchema },
  },
  'POST /api/events/:eventId/series/dates': {
    summary: 'Add events to a series',
    headers: IdempotencyKeyHeaderSchema,
    params: ofEvent,
    body: DuplicationSchema,
    response: { 201: CopiesSchema },
  },
  'POST /api/events/:eventId/series/publish': {
    summary: 'Publish the drafts of a series',
    params: ofEvent,
    response: { 200: SeriesPublishedSchema },
  },
}
