/** Runs before each file of the unit tests: files in one process share its globals, but nothing of ours. */
import { afterAll, vi } from 'vitest'

import { forgetFirebaseApps } from './firebase-apps.ts'

vi.resetModules()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  return forgetFirebaseApps()
})
