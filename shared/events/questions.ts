import { Type, type Static } from 'typebox'

import { EVENT_LIMITS, QUESTION_KINDS, QUESTION_LIMITS } from './rules.ts'
import { ofEvent } from './route-ids.ts'

/** A question of an event. `options` are the choices, and only of questions with choices. */
export const QuestionSchema = Type.Object(
  {
    /** Stays the same when the question is reworded. */
    id: Type.String({ format: 'uuid' }),
    kind: Type.Enum([...QUESTION_KINDS]),
    /** The question, or the sentence to agree to. */
    label: Type.String({ minLength: 1, maxLength: QUESTION_LIMITS.label, pattern: '\\S' }),
    required: Type.Boolean(),
    options: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: QUESTION_LIMITS.option, pattern: '\\S' }), {
        maxItems: QUESTION_LIMITS.options,
      }),
    ),
    /** Whether it is asked for each guest too. */
    perGuest: Type.Optional(Type.Boolean()),
    /** Whether the answer is part of the check-in list. */
    atCheckIn: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type Question = Static<typeof QuestionSchema>

/** `values`: one text, the choices, or `AGREED`. Empty without an answer. */
const AnswerEditSchema = Type.Object(
  {
    /** The question's id. */
    question: Type.String({ format: 'uuid' }),
    /** Index of the guest whom the answer is about; undefined for the member. */
    guest: Type.Optional(Type.Integer({ minimum: 0, maximum: EVENT_LIMITS.guests - 1 })),
    values: Type.Array(Type.String({ maxLength: QUESTION_LIMITS.longText }), {
      maxItems: QUESTION_LIMITS.options,
    }),
  },
  { additionalProperties: false },
)
export type AnswerEdit = Static<typeof AnswerEditSchema>

/** All answers of a member, those about their guests included. */
export const AnswersEditSchema = Type.Array(AnswerEditSchema, {
  maxItems: QUESTION_LIMITS.questions * (1 + EVENT_LIMITS.guests),
})

const OwnAnswersSchema = Type.Object({ answers: AnswersEditSchema }, { additionalProperties: false })

/** An answer with the wording of the question when it was given. */
export const AnswerSchema = Type.Object({
  question: Type.String(),
  guest: Type.Optional(Type.Integer()),
  kind: Type.Enum([...QUESTION_KINDS]),
  label: Type.String(),
  values: Type.Array(Type.String()),
})
export type Answer = Static<typeof AnswerSchema>

export const AnswersSchema = Type.Object({ answers: Type.Array(AnswerSchema) })

/**
 * Answers of everyone who is going, by question. Current questions come first, then those that were reworded or
 * removed since.
 */
const AnswerTotalsSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      question: Type.String(),
      label: Type.String(),
      /** Whether the event still asks it in this wording. */
      isCurrent: Type.Boolean(),
      /** Number of people who answered, guests included. */
      answered: Type.Integer(),
      /** Most frequent first. Empty for texts. */
      choices: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
    }),
  ),
})
export type AnswerTotals = Static<typeof AnswerTotalsSchema>

export const questionsApi = {
  'PUT /api/events/:eventId/answers': {
    summary: 'Replace your answers to an event’s questions',
    params: ofEvent,
    body: OwnAnswersSchema,
    response: { 200: AnswersSchema },
  },
  'GET /api/events/:eventId/answers': {
    summary: 'Count the answers to an event’s questions',
    params: ofEvent,
    response: { 200: AnswerTotalsSchema },
  },
}
