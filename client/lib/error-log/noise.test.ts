import { expect, test } from 'vitest'

import { isStaleChunk, noiseOf } from './noise.ts'

test.each([
  'ResizeObserver loop limit exceeded',
  'ResizeObserver loop completed with undelivered notifications.',
])('a layout that took two rounds is noise: %s', (message) => {
  expect(noiseOf(message)).toBe('layout')
})

test.each([
  'Transition was skipped',
  'Transition was aborted because of invalid state',
  'Transition was aborted because of timeout in DOM update. DOM update timed out',
  'Old view transition aborted by new view transition.',
])('an animation between screens that was given up is noise: %s', (message) => {
  expect(noiseOf(message, `AbortError: ${message}`)).toBe('animation')
})

test('an error from browser extensions alone is noise', () => {
  const stack = `TypeError: x
    at run (chrome-extension://abcdef/content.js:1:2)
    at moz-extension://0000/inject.js:3:4`

  expect(noiseOf('x', stack)).toBe('extension')
})

test('an error from a file whose address Safari hides, as it does for extensions, is noise', () => {
  expect(noiseOf('x', 'f@webkit-masked-url://hidden/:1:2\ng@webkit-masked-url://hidden/:3:4')).toBe(
    'extension',
  )
})

test('a long stack without a URL is classified within 20 ms', () => {
  const begun = process.threadCpuUsage()
  expect(noiseOf('x', 'x'.repeat(30_000))).toBeUndefined()
  expect(process.threadCpuUsage(begun).user / 1_000).toBeLessThan(20)
})

test('an error with both an extension and our own code in its stack is not noise', () => {
  const stack = `TypeError: x
    at patched (chrome-extension://abcdef/content.js:1:2)
    at load (https://guildhall.test/assets/main.js:3:4)`

  expect(noiseOf('x', stack)).toBeUndefined()
})

test('an error without a stack is not noise', () => {
  expect(noiseOf('plain words')).toBeUndefined()
})

test.each([
  'Failed to fetch dynamically imported module: https://guildhall.test/assets/EventsScreen-x.js',
  'error loading dynamically imported module: https://guildhall.test/assets/EventsScreen-x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/EventsScreen-x.css',
])('a missing file of the app is a stale chunk: %s', (message) => {
  expect(isStaleChunk(new TypeError(message))).toBe(true)
})

test('another failed fetch is not a stale chunk', () => {
  expect(isStaleChunk(new TypeError('Failed to fetch'))).toBe(false)
})
