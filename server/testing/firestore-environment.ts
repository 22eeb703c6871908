/** Before each file of the tests on Firestore: from here on every test store is one. */
import { afterAll, inject } from 'vitest'

import { forgetFirebaseApps } from './firebase-apps.ts'
import { missingIndexes } from './firestore-queries.ts'

process.env['FIRESTORE_EMULATOR_HOST'] = inject('firestoreEmulator')
// Or the client asks the network who it runs as.
process.env['METADATA_SERVER_DETECTION'] = 'none'

afterAll(forgetFirebaseApps)

// The emulator answers queries for which Firestore would lack an index.
afterAll(() => {
  const missing = missingIndexes()
  if (missing.length > 0) throw new Error(`Not in firestore.indexes.json:\n${missing.join('\n')}`)
})
