import { expect, test } from 'vitest'

import { DeadlineError, OfflineError, ProblemError } from '#client/lib/request-errors.ts'

import { routeErrorOf } from './route-error.ts'

const problem = (status: number, statusText = '') =>
  new ProblemError({ status, code: 'some_code', title: 'No.', requestId: 'r-1' }, { statusText })

test('a response without a status text gets the standard text of its status', () => {
  const titleOf = (error: ProblemError) => {
    const { status, statusText } = routeErrorOf(error) ?? {}
    return [status, statusText]
  }
  expect(titleOf(problem(502))).toEqual([502, 'Bad Gateway'])
  expect(titleOf(problem(502, 'No Gateway'))).toEqual([502, 'No Gateway'])
  expect(titleOf(problem(599))).toEqual([599, ''])
})

test('an error without a response has no status, unless a load balancer answered', () => {
  expect(routeErrorOf(new OfflineError())).toBeUndefined()
  expect(routeErrorOf(new DeadlineError())).toBeUndefined()
  expect(routeErrorOf(new OfflineError({ cause: problem(504) }))).toEqual({
    status: 504,
    statusText: 'Gateway Timeout',
    data: 'No.\nCode: some_code\nRequest ID: r-1',
  })
})
