import { Type } from 'typebox'

import { ofEventMember } from '#shared/events/route-ids.ts'
import { EVENT_LIMITS } from '#shared/events/rules.ts'
import { IdempotencyKeyHeaderSchema, NO_CONTENT } from '#shared/lib/route-parts.ts'

/** A message to one attendee. */
const AttendeeMessageSchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: EVENT_LIMITS.message, pattern: '\\S' }) },
  { additionalProperties: false },
)

export const attendeeMessagesApi = {
  'POST /api/events/:eventId/roster/:memberId/messages': {
    summary: 'Send a message to one attendee',
    headers: IdempotencyKeyHeaderSchema,
    params: ofEventMember,
    body: AttendeeMessageSchema,
    response: NO_CONTENT,
  },
}
