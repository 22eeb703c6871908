/** Runs before each file of the tests on Firestore, so that every test store is on Firestore. */
import { afterAll, inject } from 'vitest'

import { forgetFirebaseApps } from './firebase-apps.ts'
import { missingIndexes } from './firestore-queries.ts'

process.env['FIRESTORE_EMULATOR_HOST'] = inject('firestoreEmulator')
// Otherwise the client asks the network for its service account.
process.env['METADATA_SERVER_DETECTION'] = 'none'

afterAll(forgetFirebaseApps)

// The emulator answers even queries for which Firestore would lack an index.
afterAll(() => {
  const missing = missingIndexes()
  if (missing.length > 0) throw new Error(`Not in firestore.indexes.json:\n${missing.join('\n')}`)
})
