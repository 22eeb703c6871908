import { onThread } from './thread.ts'

import type { Matched, Matching } from './match.ts'
import type { Facts } from './reasons.ts'

export interface Question extends Omit<Matching, 'reasons'> {
  facts: Facts
}

/** Matches people on a thread of its own: 10,000 take less than three seconds. */
export const matchOnThread = onThread<Question, Matched>('matching/worker.ts')
