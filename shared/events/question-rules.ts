/** Questions that an event asks of people who RSVP. Does not import the schema library, so that browsers can use it. */
import * as words from '#shared/lib/messages.ts'
import * as m from './messages.ts'
import { DAY } from '#shared/lib/durations.ts'
import { visibleLength } from '#shared/lib/visible-length.ts'

import { QUESTION_LIMITS, type QuestionKind } from './rules.ts'
import type { Answer, AnswerEdit, Question } from './questions.ts'

/** Time after the end of an event at which answers are deleted. */
export const ANSWERS_KEPT = 90 * DAY

/** The value of an answer to a consent. `shownValues` has its word. */
export const AGREED = 'yes'

export const shownValues = ({ kind, values }: Pick<Answer, 'kind' | 'values'>) =>
  kind === 'consent' ? [m.yes()] : values

export const hasOptions = ({ kind }: Pick<Question, 'kind'>) =>
  kind === 'oneChoice' || kind === 'severalChoices'

/** Guests have a name and choices, but no long texts to write and nothing to agree to. */
export const canAskGuests = ({ kind }: Pick<Question, 'kind'>) => kind === 'shortText' || kind === 'oneChoice'

/** The broken rule of each question of an event, by dotted path. */
export function questionErrors(questions: readonly Question[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [at, question] of questions.entries()) {
    if (visibleLength(question.label) === 0) errors[`questions.${at}.label`] = m.questionRuleText()
    if (!hasOptions(question)) continue
    const options = (question.options ?? [])
      .map((option) => option.trim())
      .filter((option) => visibleLength(option) > 0)
    if (options.length < 2) errors[`questions.${at}.options`] = m.questionRuleChoices()
    else if (new Set(options).size < options.length) errors[`questions.${at}.options`] = m.questionRuleTwice()
  }
  const ids = questions.map(({ id }) => id)
  if (new Set(ids).size < ids.length) errors['questions'] = m.questionRuleId()
  return errors
}

/** The questions about one guest. */
const guestQuestions = (questions: readonly Question[]) => questions.filter(({ perGuest }) => perGuest)

type Subject = Pick<AnswerEdit, 'question' | 'guest'>

/** Identifies the answer in a form. */
export const answerKey = ({ question, guest }: Subject) =>
  guest === undefined ? question : `${question}:${guest}`

/** The path of the error of an answer. */
const answerPath = (subject: Subject) => `answers.${answerKey(subject)}`

/** The questions for someone who comes with this many guests, then those about each guest. */
export const allAsked = (
  questions: readonly Question[],
  guests: number,
): { subject: Subject; asks: Question }[] => [
  ...questions.map((asks) => ({ subject: { question: asks.id }, asks })),
  ...Array.from({ length: guests }).flatMap((_, guest) =>
    guestQuestions(questions).map((asks) => ({ subject: { question: asks.id, guest }, asks })),
  ),
]

/**
 * The broken rule of each answer by `answerPath`, for a member who comes with this many guests. Answers to questions
 * that the event no longer asks are ignored.
 */
export const answerErrors = (
  questions: readonly Question[],
  answers: readonly AnswerEdit[],
  guests: number,
): Record<string, string> =>
  Object.fromEntries(
    allAsked(questions, guests).flatMap(({ subject, asks }) => {
      const error = answerError(asks, valuesOf(answers, subject))
      return error === undefined ? [] : [[answerPath(subject), error]]
    }),
  )

/** The values of an answer, without empty ones. */
export const valuesOf = (answers: readonly AnswerEdit[], { question, guest }: Subject) =>
  (answers.find((answer) => answer.question === question && answer.guest === guest)?.values ?? []).filter(
    (value) => visibleLength(value) > 0,
  )

function answerError(question: Question, values: readonly string[]): string | undefined {
  const { kind, required, options = [] } = question
  if (values.length === 0) return required ? MISSING[kind]() : undefined
  if (hasOptions(question)) {
    if (values.some((value) => !options.includes(value))) return m.questionRuleRemoved()
    return kind === 'oneChoice' && values.length > 1 ? m.questionRuleOne() : undefined
  }
  if (kind === 'consent') return undefined
  const limit = QUESTION_LIMITS[kind === 'longText' ? 'longText' : 'shortText']
  return values.join('').length > limit ? words.fieldMostCharacters({ count: limit }) : undefined
}

const MISSING: Readonly<Record<QuestionKind, () => string>> = {
  shortText: m.questionRuleAnswer,
  longText: m.questionRuleAnswer,
  oneChoice: m.questionRuleOne,
  severalChoices: m.questionRuleSome,
  consent: m.questionRuleAgree,
}
