import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

const MINUTE = 60_000

/**
 * Lets so many errors a minute become entries, and sums up the rest. Times are in epoch milliseconds.
 * @param createSum the entry that stands for the rest, from the first of them on
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
    /** To the sum. */
    add(at: number) {
      sum ??= { entry: createSum(at), count: 0, lastAt: at }
      sum.count += 1
      sum.lastAt = at
      return sum.entry
    },
    hasSum: () => sum !== undefined,
    /** What was not admitted, once that is over: after some seconds of silence, or a minute, or because of `isLast`. */
    takeSum(now: number, isLast: boolean) {
      const isOver = sum && (isLast || now >= minuteEnd || now - sum.lastAt > CLIENT_ERRORS.repeatWindow)
      if (!isOver) return undefined
      const taken = sum
      sum = undefined
      return taken
    },
  }
}
