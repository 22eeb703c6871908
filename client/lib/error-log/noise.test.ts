import { expect, test } from 'vitest'

import { isNoise, isStaleChunk } from './noise.ts'

test.each([
  'ResizeObserver loop limit exceeded',
  'ResizeObserver loop completed with undelivered notifications.',
])('a layout that took two rounds is noise: %s', (message) => {
  expect(isNoise(message)).toBe(true)
})

test.each([
  'Transition was skipped',
  'Transition was aborted because of invalid state',
  'Old view transition aborted by new view transition.',
])('an animation between screens that was given up is noise: %s', (message) => {
  expect(isNoise(message, `AbortError: ${message}`)).toBe(true)
})

test('an error from browser extensions alone is noise', () => {
  const stack = `TypeError: x
    at run (chrome-extension://abcdef/content.js:1:2)
    at moz-extension://0000/inject.js:3:4`

  expect(isNoise('x', stack)).toBe(true)
})

test('an error that an extension and our own code share is ours', () => {
  const stack = `TypeError: x
    at patched (chrome-extension://abcdef/content.js:1:2)
    at load (https://guildhall.test/assets/main.js:3:4)`

  expect(isNoise('x', stack)).toBe(false)
})

test('an error without a stack is not noise', () => {
  expect(isNoise('plain words')).toBe(false)
})

test.each([
  'Failed to fetch dynamically imported module: https://guildhall.test/assets/EventsScreen-x.js',
  'error loading dynamically imported module: https://guildhall.test/assets/EventsScreen-x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/EventsScreen-x.css',
])('a missing file of the app is a stale chunk: %s', (message) => {
  expect(isStaleChunk(new TypeError(message))).toBe(true)
})

test('another failed fetch is no stale chunk', () => {
  expect(isStaleChunk(new TypeError('Failed to fetch'))).toBe(false)
})
