import { GuestLinkSchema } from '#shared/attendance/guests.ts'
import { ofEvent } from '#shared/events/route-ids.ts'
import { IdempotencyKeyHeaderSchema, NO_CONTENT, file } from '#shared/lib/route-parts.ts'

import { CalendarFeedSchema, NewCalendarFeedSchema } from './schema.ts'

/** Routes of the module, by method and path. */
export const calendarApi = {
  'GET /api/events/:eventId/calendar.ics': {
    summary: 'Get an event as a calendar file',
    params: ofEvent,
    response: file('text/calendar'),
  },
  'POST /api/guests/calendar': {
    summary: 'Get the event of a guest as a calendar file',
    body: GuestLinkSchema,
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
