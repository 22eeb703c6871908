import type { ClientErrorBatch } from '#shared/client-errors.ts'
import { CLIENT_ERROR_LIMITS as limits } from '#shared/constants.ts'

type Counts = NonNullable<ClientErrorBatch['noise']>

/**
 * What a browser counts is a claim: cut like the repeats of an entry, and never a reason to refuse the entries beside
 * it.
 */
export function boundCounts({ dropped, droppedBy, noise }: Omit<ClientErrorBatch, 'entries'>) {
  return {
    dropped: bound(dropped),
    droppedBy: droppedBy && boundEach(droppedBy),
    noise: noise && boundEach(noise),
  }
}

const bound = (count: number) => Math.min(count, limits.count)

const boundEach = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, bound(count)]))
