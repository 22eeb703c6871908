import { test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { type Moment, MOMENTS } from '#server/tools/requirements/failure-cells.ts'

import { expectCells, rowsOf, type Parts } from './cells.ts'
import { firestorePart } from './firestore-part.ts'

const PARTS: Parts = { 'Firestore: calls': firestorePart }

/** With the deadlines of production, all take five minutes. */
const moments: readonly Moment[] = process.env['ALL_CELLS'] === undefined ? ['under load'] : MOMENTS

// One after the other: an outage resets all connections of the process.
test.for(rowsOf(PARTS))(
  'callers get what is promised while Firestore fails, and soon after it all is well: %s, %s',
  { timeout: 4 * MINUTE },
  ([port, mode], { expect }) => expectCells(expect, PARTS[port]!, port, mode, moments),
)
