/** Before each file of the tests on Firestore: from here on every test store is one. */
import { inject } from 'vitest'

process.env['FIRESTORE_EMULATOR_HOST'] = inject('firestoreEmulator')
// Or the client asks the network who it runs as.
process.env['METADATA_SERVER_DETECTION'] = 'none'
