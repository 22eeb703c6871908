import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { onSignOut, recordSignOut } from './sign-outs.ts'

let page: EventTarget
const stored = new Map<string, string>()

beforeEach(() => {
  page = new EventTarget()
  stored.clear()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a page that returns from the browser’s cache learns who has signed out meanwhile, once', () => {
  recordSignOut('grace')
  const signedOut: unknown[] = []
  const stop = onSignOut((uid) => signedOut.push(uid))
  const comeBack = () => page.dispatchEvent(new Event('pageshow'))
  comeBack()
  stored.set('signed-out', `${Date.now() + 1} ada`)
  comeBack()
  comeBack()
  expect(signedOut).toEqual([undefined, 'ada', undefined])
  stop()
})

test('a page that returns from the browser’s cache does not take its own sign-out for another one', () => {
  const signedOut: unknown[] = []
  const stop = onSignOut((uid) => signedOut.push(uid))
  recordSignOut('ada')
  page.dispatchEvent(new Event('pageshow'))
  expect(signedOut).toEqual([undefined])
  stop()
})
