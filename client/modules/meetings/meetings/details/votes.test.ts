import { expect, test } from 'vitest'

import { proposedMeeting, SLOTS } from '#client/testing/meetings.ts'

import { answerErrors, answersOf, namesByVote, slotKey, votesOf, withAnswers } from './votes.ts'

const [first, second] = SLOTS
const key = (startsAt: string) => slotKey({ startsAt })
const meeting = proposedMeeting()
const answers = { [key(first)]: 'yes', [key(second)]: 'ifNeeded' } as const

test('the key of a slot has only digits, so that it fits into a dotted path', () => {
  expect(key(first)).toMatch(/^\d+$/)
})

test('the answers in the form are those of the viewer', () => {
  expect(answersOf(meeting, 'ada')).toEqual({ [key(first)]: 'yes', [key(second)]: 'yes' })
  expect(answersOf(meeting, 'ben')).toEqual({})
})

test('each time needs an answer, unless it has passed', () => {
  const oneMissing = { [key(first)]: 'no' } as const
  expect(Object.keys(answerErrors(meeting, oneMissing))).toEqual([`answers.${key(second)}`])
  const [one, two] = meeting.slots
  expect(answerErrors({ slots: [one!, { ...two!, past: true }] }, oneMissing)).toEqual({})
})

test('an answer to a time that is no longer proposed is not sent', () => {
  expect(votesOf(meeting, { ...answers, 1: 'no' })).toEqual([
    { slot: first, vote: 'yes' },
    { slot: second, vote: 'ifNeeded' },
  ])
})

test('new answers replace only the viewer’s earlier ones', () => {
  const again = withAnswers(withAnswers(meeting, 'ben', answers), 'ben', { ...answers, [key(first)]: 'no' })
  expect(again.slots[0]?.votes).toEqual([
    { member: 'ada', vote: 'yes' },
    { member: 'ben', vote: 'no' },
  ])
  expect(again.participants.map(({ voted }) => voted)).toEqual([true, true, false])
})

test('names are listed by answer, those without an answer last', () => {
  const [slot] = withAnswers(meeting, 'ben', { [key(first)]: 'no' }).slots
  const people = meeting.participants.map(({ member }) => member)
  expect(namesByVote(slot!, people)).toEqual([
    { vote: 'yes', names: ['Ada'] },
    { vote: 'no', names: ['Ben'] },
    { vote: undefined, names: ['Chi'] },
  ])
})
