import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { fingerprintOf, normalise } from './fingerprint.ts'

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

test('URLs, ids and numbers in a message are replaced as a whole', () => {
  expect(normalise('Did not load: https://a.example/app-1.js, blob:http://b.example/7f3a9c21')).toBe(
    'Did not load: <url> blob:<url>',
  )
  expect(normalise('No chunk 12 of moz-extension://4f/x.js in 4f1a9c21-77')).toBe(
    'No chunk <n> of <url> in <id>',
  )
})
