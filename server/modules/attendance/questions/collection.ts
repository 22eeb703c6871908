import { Type } from 'typebox'

import { AnswersSchema } from '#shared/events/questions.ts'
import { defineCollection, type DocumentOf } from '#server/store/port.ts'

/** Answers of a member to the questions of an event. Deleted some time after the event. */
export const eventAnswers = defineCollection({
  name: 'event-answers',
  schema: Type.Object({
    /** `joinedId(event, member)`. */
    id: Type.String(),
    event: Type.String(),
    member: Type.String(),
    ...AnswersSchema.properties,
    answeredAt: Type.String(),
    /** ISO instant. Postponed if the event has been moved to a later time. */
    deleteAfter: Type.String(),
  }),
  indexes: [{ equal: ['member'], order: 'answeredAt' }, { order: 'deleteAfter' }],
  hasFeed: true,
})
export type EventAnswers = DocumentOf<typeof eventAnswers>
