import { answerErrors } from '#shared/events/question-rules.ts'
import { MAY_COME } from '#shared/events/rules.ts'
import type { EventDetails } from '#shared/events/schema.ts'

type Asking = Pick<EventDetails, 'questions' | 'answers' | 'mine'>

/** Whether someone who comes with this many guests has left a required question open. */
export const areAnswersMissing = ({ questions = [], answers = [] }: Asking, guests: number) =>
  Object.keys(answerErrors(questions, answers, guests)).length > 0

/**
 * Whether to ask before an RSVP of going is sent. A place or a request that the member has is never at risk: they are only asked
 * about more guests than before.
 */
export function asksAnswers(event: Asking, guests: number) {
  const { mine, questions = [], answers = [] } = event
  const hasPlace = mine !== undefined && MAY_COME.has(mine.state)
  if (hasPlace) return guests > mine.guests && areAnswersMissing(event, guests)
  return questions.length > 0 && (answers.length === 0 || areAnswersMissing(event, guests))
}
