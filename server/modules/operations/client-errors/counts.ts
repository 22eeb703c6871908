import type { ClientErrorBatch } from '#shared/operations/client-errors.ts'
import { CLIENT_ERROR_LIMITS as limits } from '#shared/operations/client-error-limits.ts'

type Counts = NonNullable<ClientErrorBatch['noise']>

/**
 * A browser's counts are claims: they are capped like the repeats of an entry, and never a reason to refuse the
 * entries beside them.
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
