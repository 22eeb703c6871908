import { test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'

import { expectCells, MAIN_MOMENTS, MAX_MEMORY, type Parts, rowsOf, watchMemory } from './cells.ts'
import { firestorePart } from './firestore-part.ts'

const PARTS: Parts = { 'Firestore: calls': firestorePart }

const memory = watchMemory()

// One after the other: an outage resets all connections of the process.
test.for(rowsOf(PARTS))(
  'callers get what is promised while Firestore fails, and soon after it all is well: %s, %s',
  { timeout: 4 * MINUTE },
  ([port, mode], { expect }) => expectCells(expect, PARTS[port]!, port, mode, MAIN_MOMENTS),
)
test('failures of Firestore leave no memory in use', ({ expect }) =>
  expect(memory.growth()).toBeLessThan(MAX_MEMORY))
