import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { counters, notes } from './contract-fixture.ts'
import type { TestDatabase } from './contract-fixture.ts'
import { storeContract } from './contract.ts'
import { openFirestoreStore } from './firestore.ts'
import { StoreUnavailable } from './port.ts'

const NOBODY_LISTENS = '127.0.0.1:9'

// Its client waits a second and more between tries of a contended transaction.
vi.setConfig({ testTimeout: 60_000 })
// Or the client asks the network who it runs as.
process.env['METADATA_SERVER_DETECTION'] = 'none'

if (process.env['FIRESTORE_EMULATOR_HOST']) storeContract(newDatabase)
else
  console.warn('The Firestore store is NOT tested against the contract: FIRESTORE_EMULATOR_HOST is not set.')

test('an unreachable Firestore is an outage within seconds', { timeout: 5_000 }, async () => {
  vi.stubEnv('FIRESTORE_EMULATOR_HOST', NOBODY_LISTENS)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(newDatabase().open().ping()).rejects.toThrow(StoreUnavailable)
})

function newDatabase(): TestDatabase {
  const projectId = `test-${randomUUID().slice(0, 20)}`
  return {
    open(collections = [notes, counters]) {
      const store = openFirestoreStore({ projectId, secret: 'a secret of the test', collections })
      onTestFinished(() => store.close())
      return store
    },
  }
}
