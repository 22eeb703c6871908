import { Type, type Static } from 'typebox'
import { IdempotencyKeyHeaderSchema, NO_CONTENT, file } from '#shared/lib/route-parts.ts'
import { ofEvent } from './route-ids.ts'

/** A member's personal calendar feed. Its address is known only when it is created: the server stores a hash. */
export const CalendarFeedSchema = Type.Object({
  /** Undefined when there is no feed. */
  createdAt: Type.Optional(Type.String()),
  lastUsedAt: Type.Optional(Type.String()),
})
export type CalendarFeed = Static<typeof CalendarFeedSchema>

const NewCalendarFeedSchema = Type.Object({
  ...CalendarFeedSchema.properties,
  /** Absolute https address of the feed. */
  url: Type.String(),
})
export type NewCalendarFeed = Static<typeof NewCalendarFeedSchema>

export const calendarApi = {
  'GET /api/events/:eventId/calendar.ics': {
    summary: 'Get an event as a calendar file',
    params: ofEvent,
    response: file('text/calendar'),
  },
  'GET /api/calendar-feed': { summary: 'Get your calendar feed', response: { 200: CalendarFeedSchema } },
  'POST /api/calendar-feed': {
    summary: 'Create or replace your calendar feed',
    headers: IdempotencyKeyHeaderSchema,
    response: { 200: NewCalendarFeedSchema },
  },
  'DELETE /api/calendar-feed': { summary: 'Remove your calendar feed', response: NO_CONTENT },
}
