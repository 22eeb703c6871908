import { expect, test } from 'vitest'

import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'

import { explainAuth, isDeadLink } from './auth-errors.ts'

/** An error of the provider's SDK. */
const providerError = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code })

test.for([
  ['auth/invalid-credential', 'password'],
  ['auth/wrong-password', 'password'],
  ['auth/user-not-found', 'password'],
  ['auth/weak-password', 'password'],
  ['auth/invalid-email', 'email'],
  ['auth/email-already-in-use', 'email'],
] as const)('the error %s is shown beside the %s', ([code, field]) => {
  expect(Object.keys(explainAuth(providerError(code)).fields ?? {})).toEqual([field])
})

test('a wrong password and an unknown address get the same message', () => {
  const [first, ...rest] = ['auth/invalid-credential', 'auth/wrong-password', 'auth/user-not-found'].map(
    (code) => explainAuth(providerError(code)),
  )
  for (const explanation of rest) expect(explanation).toEqual(first)
})

test('every other code has its own message, without the provider’s text', () => {
  const codes = [
    'auth/too-many-requests',
    'auth/user-disabled',
    'auth/user-token-expired',
    'auth/network-request-failed',
    'auth/popup-blocked',
    'auth/popup-closed-by-user',
    'auth/expired-action-code',
    'auth/invalid-action-code',
  ]
  const messages = codes.map((code) => explainAuth(providerError(code)).message)
  expect(new Set(messages).size).toBe(codes.length)
  for (const message of messages) expect(message).toMatch(/^[A-Z](?!.*(?:Firebase|auth\/)).+\.$/)
})

test('our own server’s errors keep their message', () => {
  const refusal = new ProblemError({
    status: 401,
    code: 'recent_login_required',
    title: 'Please sign in again.',
  })
  expect(explainAuth(refusal)).toEqual({ message: 'Please sign in again.' })
  expect(explainAuth(new OfflineError()).message).toContain('Can’t reach the server.')
})

test('expired and used links are dead, links with other failures are not', () => {
  expect(isDeadLink(providerError('auth/expired-action-code'))).toBe(true)
  expect(isDeadLink(providerError('auth/invalid-action-code'))).toBe(true)
  expect(isDeadLink(providerError('auth/network-request-failed'))).toBe(false)
})
