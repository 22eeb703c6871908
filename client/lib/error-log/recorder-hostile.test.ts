import { expect, test } from 'vitest'

import { openRecorder } from '#client/testing/open-recorder.ts'

const cyclic = () => {
  const error = new Error('Round and round')
  error.cause = error
  return error
}
const hostile = () => {
  throw new Error('No one reads me')
}

test.each<[string, () => unknown]>([
  ['an error that is its own cause', cyclic],
  ['an error whose getters throw', () => Object.defineProperty({}, 'message', { get: hostile })],
  ['an error whose stack throws', () => Object.defineProperty(new Error('x'), 'stack', { get: hostile })],
  ['a proxy whose every trap throws', () => new Proxy({}, new Proxy({}, { get: hostile }))],
  ['a callable proxy', () => new Proxy(() => {}, new Proxy({}, { get: hostile }))],
  ['an object that has no JSON', () => ({ toJSON: () => undefined })],
  ['an object without a prototype', () => Object.create(null)],
  ['a symbol', () => Symbol('x')],
])('%s is recorded as an entry', (_name, make) => {
  const { record, entries, dropped } = openRecorder()
  record(make(), { type: 'error' })

  expect(entries()).toMatchObject([{ message: expect.stringMatching(/./) }])
  expect(dropped.read()).toEqual({})
})

test('an entry is recorded although its metadata throws when read', () => {
  const { record, entries } = openRecorder()
  record(new Error('Kept'), {
    type: 'api',
    metadata: { a: 1, data: Object.defineProperty({}, 'b', { get: hostile, enumerable: true }) },
  })

  expect(entries()).toMatchObject([{ message: 'Kept', metadata: { a: 1 } }])
})

test('an error that cannot be stored is counted', () => {
  const { record, outbox, dropped } = openRecorder()
  outbox.put = hostile
  record(new Error('x'), { type: 'error' })

  expect(dropped.read()).toEqual({ failed: 1 })
})
