import { DAY, MINUTE } from '#shared/lib/durations.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { DomainEvent } from '#server/modules/operations/outbox/types.ts'
import type { Store } from '#server/store/port.ts'

import { reminderProgress } from './collection.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
}

/** Milliseconds that one summary covers. */
const WINDOW = 15 * MINUTE
/** Milliseconds of grace for commits that are in flight when the window ends. */
const MAX_COMMIT_DELAY = MINUTE
/** Milliseconds. After a longer downtime, nothing is sent about what happened earlier. */
const LATEST_BY = DAY

/** ISO instants: everything after `from` and no later than `upTo`. */
interface SummaryWindow {
  from: string
  upTo: string
}

/**
 * A job that notifies members once per quarter of an hour, however much happened.
 * @param id of the document with its progress
 * @param summariesOf the notifications about a window
 */
export function createSummaryJob(
  { store, clock, operations }: Deps,
  id: string,
  summariesOf: (window: SummaryWindow) => Promise<readonly DomainEvent[]>,
) {
  /** Safe to run on several replicas at once: one of them advances. */
  return async function summarise(): Promise<void> {
    const now = clock()
    const upTo = isoInstant(Math.floor((now - MAX_COMMIT_DELAY) / WINDOW) * WINDOW)
    const before = await store.get(reminderProgress, id)
    if (before && before.upTo >= upTo) return
    const from = [before?.upTo ?? upTo, isoInstant(now - LATEST_BY)].toSorted().at(-1)!
    const summaries = await summariesOf({ from, upTo })
    await store.transact(async (tx) => {
      if ((await tx.get(reminderProgress, id))?.upTo !== before?.upTo) return
      tx.put(reminderProgress, { id, upTo })
      for (const summary of summaries) operations.outbox.notify(tx, summary)
    })
  }
}
