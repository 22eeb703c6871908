import { Type, type Static } from 'typebox'

import { MemberCardSchema } from '#shared/people/members.ts'
import { ofEvent } from '#shared/events/route-ids.ts'

import { FEEDBACK_LIMITS } from './feedback-rules.ts'

export const FeedbackEditSchema = Type.Object(
  {
    rating: Type.Integer({ minimum: 1, maximum: FEEDBACK_LIMITS.rating }),
    /** May be empty. */
    sentence: Type.String({ maxLength: FEEDBACK_LIMITS.sentence }),
    /** Whether hosts see the name with the sentence. */
    isNamed: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type FeedbackEdit = Static<typeof FeedbackEditSchema>

/** The viewer's own feedback. */
const OwnFeedbackSchema = Type.Object({
  /** End of the time to answer (ISO instant). Undefined for a viewer who is not asked. */
  openUntil: Type.Optional(Type.String()),
  own: Type.Optional(FeedbackEditSchema),
})
export type OwnFeedback = Static<typeof OwnFeedbackSchema>

/** Results for those who manage the event. */
const FeedbackResultsSchema = Type.Object({
  answered: Type.Integer(),
  /** Undefined while too few have answered. */
  results: Type.Optional(
    Type.Object({
      /** Numbers of answers by rating, from 1 on. */
      ratings: Type.Array(Type.Integer()),
      /** Sorted in an order that does not reveal when they were written. */
      sentences: Type.Array(
        Type.Object({
          text: Type.String(),
          /** Only if the attendee chose to be named, and the viewer may see them. */
          by: Type.Optional(MemberCardSchema),
        }),
      ),
    }),
  ),
})
export type FeedbackResults = Static<typeof FeedbackResultsSchema>

export const feedbackApi = {
  'GET /api/events/:eventId/feedback': {
    summary: 'Get your feedback on an event',
    params: ofEvent,
    response: { 200: OwnFeedbackSchema },
  },
  'PUT /api/events/:eventId/feedback': {
    summary: 'Give feedback on an event that you attended',
    params: ofEvent,
    body: FeedbackEditSchema,
    response: { 200: OwnFeedbackSchema },
  },
  'GET /api/events/:eventId/feedback-results': {
    summary: 'Get the results of the feedback on an event',
    params: ofEvent,
    response: { 200: FeedbackResultsSchema },
  },
}
