import { expect, test } from 'vitest'

import type { MeetingPromise } from '#shared/meetings/follow-up.ts'

import { outcomeActions, promiseActions } from './permissions.ts'
import { promiseBadge } from './promise-badge.ts'

const open = { actions: ['followUp' as const] }
const outcome = { id: '1', kind: 'advice' as const, from: 'ada', to: 'ben', note: '', recordedBy: 'chi' }
const promise: MeetingPromise = {
  id: '1',
  text: 'Call',
  owner: 'ada',
  to: 'ben',
  dueOn: '2030-05-02',
  state: 'open',
}

test.each([
  ['ada', []],
  ['ben', ['confirm', 'delete']],
  ['chi', ['delete']],
  ['dee', []],
])('an outcome for ben that chi recorded: %s can %j', (viewer, actions) => {
  expect(outcomeActions(open, outcome, viewer)).toEqual(actions)
  expect(outcomeActions({ actions: [] }, outcome, viewer)).toEqual([])
  expect(outcomeActions(open, { ...outcome, confirmedAt: 'now' }, viewer)).toEqual([])
})

test.each([
  ['open', 'ada', ['done', 'drop']],
  ['open', 'ben', []],
  ['done', 'ada', ['reopen']],
  ['done', 'ben', ['confirm']],
  ['done', 'chi', []],
  ['dropped', 'ada', ['reopen']],
  ['dropped', 'ben', []],
] as const)('a promise that is %s allows %s to %j', (state, viewer, actions) => {
  expect(promiseActions(open, { ...promise, state }, viewer)).toEqual(actions)
  expect(promiseActions(open, { ...promise, state, confirmedAt: 'now' }, viewer)).toEqual([])
  expect(promiseActions({ actions: [] }, { ...promise, state }, viewer)).toEqual([])
})

test.each([
  ['2030-05-01', 'Open'],
  ['2030-05-02', 'Due today'],
  ['2030-05-03', 'Overdue'],
])('a promise that is due on 2 May is on %s: %s', (today, label) => {
  expect(promiseBadge(promise, today).label).toBe(label)
  expect(promiseBadge({ ...promise, state: 'done' }, today).label).toBe('Done, waiting for confirmation')
})
