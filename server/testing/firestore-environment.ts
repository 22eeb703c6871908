/** Before each file of the tests on Firestore: from here on every test store is one. */
import { afterAll, expect, inject } from 'vitest'

import { missingIndexes } from './firestore-queries.ts'

process.env['FIRESTORE_EMULATOR_HOST'] = inject('firestoreEmulator')
// Or the client asks the network who it runs as.
process.env['METADATA_SERVER_DETECTION'] = 'none'

// The emulator answers queries for which Firestore would lack an index.
afterAll(() => expect(missingIndexes()).toEqual([]))
