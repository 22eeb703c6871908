import { expect, test } from 'vitest'

import type { Answer, Question } from '#shared/events/questions.ts'
import type { Participation } from '#shared/events/rsvps.ts'

import { asksAnswers } from './asking.ts'

const question = (more: Partial<Question>): Question => ({
  id: 'diet',
  kind: 'shortText',
  label: 'Diet',
  required: false,
  ...more,
})
const answer: Answer = { question: 'diet', kind: 'shortText', label: 'Diet', values: ['Vegan'] }
const going: Participation = { state: 'going', guests: 1 }

test('a member without a place is asked once, even if no question is required', () => {
  const questions = [question({})]
  expect(asksAnswers({}, 0)).toBe(false)
  expect(asksAnswers({ questions }, 0)).toBe(true)
  expect(asksAnswers({ questions, answers: [answer] }, 0)).toBe(false)
  expect(asksAnswers({ questions: [question({ id: 'new', required: true })], answers: [answer] }, 0)).toBe(
    true,
  )
})

test('a member with a place is asked only about additional guests', () => {
  const questions = [question({ required: true, perGuest: true })]
  const event = { questions, answers: [answer], mine: going }
  expect(asksAnswers({ questions, mine: going }, 0)).toBe(false)
  expect(asksAnswers(event, 1)).toBe(false)
  expect(asksAnswers(event, 2)).toBe(true)
  expect(asksAnswers({ questions, mine: { state: 'offered', guests: 0 } }, 0)).toBe(false)
})
