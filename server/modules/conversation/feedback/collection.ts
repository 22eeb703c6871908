import { Type } from 'typebox'

import { FeedbackEditSchema } from '#shared/conversation/feedback.ts'
import { defineCollection } from '#server/store/port.ts'

const { rating, sentence } = FeedbackEditSchema.properties

/** An attendee's answer. Contains no time, and nothing about a person who did not choose to be named. */
export const eventFeedback = defineCollection({
  name: 'event-feedback',
  schema: Type.Object({
    /** Random. */
    id: Type.String(),
    event: Type.String(),
    rating,
    sentence,
    /** The attendee, if named. */
    by: Type.Optional(Type.String()),
  }),
  hasFeed: true,
})

/** Authors of feedback, who can change and download theirs. Must never be part of a view. */
export const feedbackAuthors = defineCollection({
  name: 'feedback-authors',
  schema: Type.Object({
    /** `joinedId(event, member)`. */
    id: Type.String(),
    event: Type.String(),
    member: Type.String(),
    /** Id of the feedback. */
    feedback: Type.String(),
    answeredAt: Type.String(),
  }),
  indexes: [
    { equal: ['member'], order: 'answeredAt' },
    { equal: ['event'], order: 'answeredAt' },
  ],
})
