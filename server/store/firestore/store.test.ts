import { expect, onTestFinished, test, vi } from 'vitest'

import { notes } from '#server/store/contract/fixture.ts'
import { StoreUnavailable } from '#server/store/port.ts'

import { openFirestoreStore } from './store.ts'

const NOBODY_LISTENS = '127.0.0.1:9'

// Otherwise the client asks the network for its service account.
process.env['METADATA_SERVER_DETECTION'] = 'none'

test('an unreachable Firestore is an outage within seconds', { timeout: 5_000 }, async () => {
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', NOBODY_LISTENS)
  onTestFinished(() => void vi.unstubAllEnvs())
  const store = openFirestoreStore({
    projectId: 'test',
    secret: 'a secret of the test',
    collections: [notes],
  })
  onTestFinished(() => store.close())
  await expect(store.ping()).rejects.toThrow(StoreUnavailable)
})
