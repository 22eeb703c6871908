import { MINUTE } from '#shared/lib/durations.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

/**
 * Lets a limited number of errors per minute become entries, and sums up the rest. Times are in epoch milliseconds.
 * @param createSum creates the entry for the rest, from the time of the first of them
 */
export function createFloodGate(createSum: (at: number) => ClientErrorEntry) {
  let minuteEnd = -Infinity
  let admitted = 0
  let sum: { entry: ClientErrorEntry; count: number; lastAt: number } | undefined

  return {
    isFull: (at: number) => at < minuteEnd && admitted >= CLIENT_ERRORS.entriesPerMinute,
    admit(at: number) {
      if (at >= minuteEnd) {
        minuteEnd = at + MINUTE
        admitted = 0
      }
      admitted += 1
    },
    /** Adds one to the sum. */
    add(at: number) {
      sum ??= { entry: createSum(at), count: 0, lastAt: at }
      sum.count += 1
      sum.lastAt = at
      return sum.entry
    },
    hasSum: () => sum !== undefined,
    /**
     * The sum of the errors that were not admitted, once the flood is over: after some seconds of silence, after a
     * minute, or because of `isLast`.
     */
    takeSum(now: number, isLast: boolean) {
      const isOver = sum && (isLast || now >= minuteEnd || now - sum.lastAt > CLIENT_ERRORS.repeatWindow)
      if (!isOver) return undefined
      const taken = sum
      sum = undefined
      return taken
    },
  }
}
