import type { Facts } from '#server/modules/rounds/matching/reasons.ts'
import { onThread } from '#server/modules/rounds/matching/thread.ts'

import type { Seating } from './parties.ts'
import type { Seated } from './seating.ts'

export interface SeatingQuestion extends Omit<Seating, 'known' | 'helps'> {
  facts: Facts
}

/** Seats people on a thread of its own: hundreds take seconds. */
export const seatOnThread = onThread<SeatingQuestion, Seated>('tables/worker.ts')
