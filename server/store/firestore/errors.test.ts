import { expect, test } from 'vitest'

import {
  AlreadyExists,
  MissingDatabase,
  MissingIndex,
  StoreContention,
  StorePermissionDenied,
  StoreQuotaExceeded,
  StoreUnavailable,
} from '#server/store/port.ts'

import { asStoreError, leavesOutcomeOpen, mayPass } from './errors.ts'

const answerOf = (code: number, details: string) => Object.assign(new Error(details), { code, details })

test.for([
  [10, 'Transaction lock timeout.', StoreContention],
  [3, 'The referenced transaction has expired or is no longer valid.', StoreContention],
  [14, 'No connection established.', StoreUnavailable],
  [4, 'Deadline exceeded', StoreUnavailable],
  [7, 'Missing or insufficient permissions.', StorePermissionDenied],
  [16, 'Request had invalid authentication credentials.', StorePermissionDenied],
  [5, 'The database (default) does not exist for project demo', MissingDatabase],
  [8, 'Quota exceeded.', StoreQuotaExceeded],
  [9, 'The query requires an index. You can create it here: https://console…', MissingIndex],
  [6, 'Document already exists', AlreadyExists],
] as const)('the Firestore status %i "%s" becomes its own error', ([code, details, Kind]) => {
  const error = asStoreError(answerOf(code, details)) as Error
  expect(error.constructor).toBe(Kind)
  expect(error.cause).toMatchObject({ code })
})

test('missing credentials are reported as a lack of permission', () => {
  const error = new Error('Could not load the default credentials. Browse to https://cloud.google.com/…')
  expect(asStoreError(error)).toBeInstanceOf(StorePermissionDenied)
})

test('contention and outages are retried, and permanent errors are not', () => {
  expect([10, 14, 8].map((code) => mayPass(answerOf(code, '')))).toEqual([true, true, true])
  expect([5, 6, 7, 9].map((code) => mayPass(answerOf(code, 'index')))).toEqual([false, false, false, false])
  expect(mayPass(new Error('of the work'))).toBe(false)
})

test('the outcome of a commit is unknown without a response, and known after a refusal', () => {
  expect([4, 14].map((code) => leavesOutcomeOpen(answerOf(code, '')))).toEqual([true, true])
  expect([6, 10].map((code) => leavesOutcomeOpen(answerOf(code, '')))).toEqual([false, false])
})
