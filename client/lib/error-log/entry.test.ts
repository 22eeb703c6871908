import { expect, test } from 'vitest'

import { NOON } from '#client/testing/error-entries.ts'
import { CLIENT_ERROR_LIMITS as limits } from '#shared/operations/client-error-limits.ts'

import { byteLength, createEntry, type ErrorContext, requestDataText } from './entry.ts'

const occasion = {
  id: '00000000-0000-4000-8000-000000000001',
  at: NOON,
  url: 'https://guildhall.test/verification?oobCode=abc123#part',
  userAgent: 'test',
  userId: 'ada@example.com',
}
const entryOf = (error: unknown, context: ErrorContext = { type: 'error' }) =>
  createEntry(error, context, occasion)

test('an entry has the fields of the specification', () => {
  const error = new TypeError('x is not a function')

  expect(
    entryOf(error, { type: 'crash', metadata: { level: 'page' }, componentStack: '\n    at Page' }),
  ).toEqual({
    id: occasion.id,
    type: 'crash',
    message: 'x is not a function',
    stack: error.stack,
    componentStack: '\n    at Page',
    timestamp: '2027-03-01T12:00:00.000Z',
    userAgent: 'test',
    url: 'https://guildhall.test/verification?oobCode=[redacted]#[redacted]',
    metadata: { name: 'TypeError', level: 'page' },
    userId: 'ada@example.com',
  })
})

test.each([
  ['words', 'words'],
  [undefined, 'undefined'],
  [{ status: 503, statusText: 'Service Unavailable' }, '503 Service Unavailable'],
  [{ reason: 'odd' }, '{"reason":"odd"}'],
  [{ message: 'from another frame' }, 'from another frame'],
])('every thrown value has a message: %j', (thrown, message) => {
  expect(entryOf(thrown).message).toBe(message)
})

test('a cyclic error has a message too', () => {
  const ring: Record<string, unknown> = {}
  ring['self'] = ring

  expect(entryOf(ring).message).toBe('[object Object]')
})

test('an entry contains the cause and the request id of a failed call', () => {
  const error = Object.assign(new Error('No.', { cause: new Error('the network') }), { requestId: 'r-1' })

  expect(entryOf(error)).toMatchObject({ requestId: 'r-1', metadata: { cause: 'the network' } })
})

test('long texts are cut to their limits, on a character boundary', () => {
  const error = new Error('😀'.repeat(5_000))
  error.stack = 'x'.repeat(50_000)
  const entry = entryOf(error, { type: 'crash', componentStack: `y${'😀'.repeat(5_000)}` })

  expect(entry.message).toHaveLength(limits.message)
  expect(entry.stack).toHaveLength(limits.stack)
  expect(entry.componentStack).toHaveLength(limits.componentStack - 1)
  expect(entry.componentStack?.isWellFormed()).toBe(true)
})

test('a secret that crosses the length limit is removed completely', () => {
  const secret = 'ada.lovelace@example.com'
  const entry = entryOf(`${'x '.repeat((limits.message - 10) / 2)}${secret}`)

  expect(entry.message).not.toContain('ada')
})

test('metadata fits its limit and hides secrets', () => {
  const entry = entryOf('x', { type: 'error', metadata: { text: '€'.repeat(4_000), password: 'hunter2' } })

  expect(byteLength(JSON.stringify(entry.metadata))).toBeLessThanOrEqual(limits.metadataBytes)
  expect(entry.metadata).toMatchObject({ text: expect.stringMatching(/^€{200,}$/), password: '[redacted]' })
})

test('metadata that cannot be cut to fit is left out', () => {
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`key${index}`, index]))

  expect(entryOf('x', { type: 'error', metadata: many }).metadata).toEqual({ cut: true })
})

test('request data is cut to 500 characters, without secrets', () => {
  const text = requestDataText({ password: 'hunter2', bio: 'b'.repeat(1_000) })

  expect(text).toHaveLength(500)
  expect(text).toMatch(/^\{"password":"\[redacted\]","bio":"b+$/)
})
