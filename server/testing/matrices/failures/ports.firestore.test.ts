import { test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'

import { expectCells, expectMemoryFreed, MAIN_MOMENTS, rowsOf, type Parts } from './cells.ts'
import { firestorePart } from './firestore-part.ts'

const PARTS: Parts = { 'Firestore: calls': firestorePart }

// One after the other: an outage resets all connections of the process.
test.for(rowsOf(PARTS))(
  'callers get what is promised while Firestore fails, and soon after it all is well: %s, %s',
  { timeout: 4 * MINUTE },
  ([port, mode], { expect }) =>
    expectMemoryFreed(expect, () => expectCells(expect, PARTS[port]!, port, mode, MAIN_MOMENTS)),
)
