import { hasOptions } from '#shared/events/question-rules.ts'
import type { Answer } from '#shared/events/questions.ts'
import { defineView } from '#server/views/view.ts'

import { type EventAnswers, eventAnswers } from './collection.ts'

/** `answers` is JSON. */
export const answerView = defineView({
  of: eventAnswers,
  name: 'eventAnswer',
  columns: { event: 'TEXT NOT NULL', member: 'TEXT NOT NULL', answers: 'TEXT NOT NULL' },
  indexes: ['event, member'],
  lists: {
    /** Number of people by answer, guests included. An empty value counts everyone who answered the question. */
    answerValue: {
      columns: {
        event: 'TEXT NOT NULL',
        question: 'TEXT NOT NULL',
        label: 'TEXT NOT NULL',
        value: 'TEXT NOT NULL',
        people: 'INTEGER NOT NULL',
      },
      key: ['event', 'question', 'label', 'value', 'number'],
    },
  },
  rowsOf({ event, member, answers }: EventAnswers) {
    return {
      eventAnswer: { event, member, answers: JSON.stringify(answers) },
      answerValue: countsOf(answers).map((count) => ({ event, ...count })),
    }
  },
})

function countsOf(answers: readonly Answer[]) {
  const all = answers.flatMap(({ question, kind, label, values }) =>
    ['', ...(hasOptions({ kind }) ? values : [])].map((value) => ({ question, label, value })),
  )
  return [...Map.groupBy(all, (each) => JSON.stringify(each)).values()].map((same) => ({
    ...same[0]!,
    people: same.length,
  }))
}
