/** Runs before each file of the unit tests: files in one process share its globals, and modules of the server. */
import { afterAll, expect, vi } from 'vitest'

import { setDefaultLanguage } from '#server/lib/language.ts'

import { forgetFirebaseApps } from './firebase-apps.ts'

// Modules of the client read the page when they are loaded, and tests of shared modules replace the source of the language.
// Nothing else knows the file before it is loaded.
//
// oxlint-disable-next-line vitest/no-standalone-expect
if (/\/(?:client|shared)\//.test(expect.getState().testPath ?? '')) {
  vi.resetModules()
  afterAll(() => void vi.resetModules())
}

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setDefaultLanguage('en')
  return forgetFirebaseApps()
})
