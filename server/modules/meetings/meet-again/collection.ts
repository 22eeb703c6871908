import { Type } from 'typebox'

import { defineCollection } from '#server/store/port.ts'

/** A member whom another would like to meet again after an event. The id is the joined id of event, `by` and `of`. */
const MeetAgainChoiceDocumentSchema = Type.Object({
  id: Type.String(),
  event: Type.String(),
  /** Member ids. */
  by: Type.String(),
  of: Type.String(),
  chosenAt: Type.String(),
})

export const meetAgainChoices = defineCollection({
  name: 'meet-again-choices',
  schema: MeetAgainChoiceDocumentSchema,
  indexes: [{ equal: ['by', 'of'] }, { equal: ['by'] }, { equal: ['of'] }],
  hasFeed: true,
})
