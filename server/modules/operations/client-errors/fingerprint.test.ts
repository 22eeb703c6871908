import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { fingerprintOf } from './fingerprint.ts'

const FILE = 'client/lib/http.ts'
const HELPER = [`problemOf ${FILE}`, `exchange ${FILE}`]
const refused = (message: string, ownFrames: readonly string[]) =>
  fingerprintOf({ errorType: 'ProblemError', message, ownFrames })

test('failed requests are grouped by the server’s answer, for every caller and browser', () => {
  expect(readFileSync(FILE, 'utf8')).toContain('new ProblemError(')
  const event = refused('This event doesn’t exist or is no longer available.', HELPER)
  expect(refused('Check the highlighted fields.', HELPER)).not.toBe(event)
  const inChrome = [...HELPER, 'queryFn client/modules/events/events/queries.ts']
  expect(refused('This event doesn’t exist or is no longer available.', inChrome)).toBe(event)
  expect(refused('This event doesn’t exist or is no longer available.', [])).toBe(event)
})

test('other errors are grouped by their position, including those in code that calls a request', () => {
  const crash = (message: string, ownFrames: readonly string[]) =>
    fingerprintOf({ errorType: 'TypeError', message, ownFrames })
  const frames = ['EventScreen client/modules/events/events/EventScreen.tsx', ...HELPER]
  expect(crash('one', frames)).toBe(crash('two', frames))
  expect(crash('one', frames)).not.toBe(crash('one', frames.toReversed()))
})
