import { existsSync } from 'node:fs'

import { expect, test } from 'vitest'

import { fingerprintOf } from './fingerprint.ts'

const FILE = 'client/lib/request.ts'
const HELPER = [`problemOf ${FILE}`, `exchange ${FILE}`]
const refused = (message: string, ownFrames: readonly string[]) =>
  fingerprintOf({ errorType: 'ProblemError', message, ownFrames })

test('requests that fail are grouped by what the server said, for every caller and browser', () => {
  expect(existsSync(FILE)).toBe(true)
  const event = refused('This event doesn’t exist or is no longer available.', HELPER)
  expect(refused('Check the highlighted fields.', HELPER)).not.toBe(event)
  const inChrome = [...HELPER, 'queryFn client/features/events/queries.ts']
  expect(refused('This event doesn’t exist or is no longer available.', inChrome)).toBe(event)
  expect(refused('This event doesn’t exist or is no longer available.', [])).toBe(event)
})

test('other errors are grouped by where they happen, also in what calls a request', () => {
  const crash = (message: string, ownFrames: readonly string[]) =>
    fingerprintOf({ errorType: 'TypeError', message, ownFrames })
  const frames = ['EventScreen client/features/events/EventScreen.tsx', ...HELPER]
  expect(crash('one', frames)).toBe(crash('two', frames))
  expect(crash('one', frames)).not.toBe(crash('one', frames.toReversed()))
})
