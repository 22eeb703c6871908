import { startDeadline } from '#server/lib/concurrency/deadline.ts'

import { StoreDeadlineExceeded } from './port.ts'

export type TransactionDeadline = ReturnType<typeof startTransactionDeadline>

/** Starts the deadline of one transaction with all its attempts. */
export function startTransactionDeadline(milliseconds: number) {
  const end = performance.now() + milliseconds
  const late = () => new StoreDeadlineExceeded(`The transaction took longer than ${milliseconds} ms`)
  const remaining = () => end - performance.now()
  let isAnswered = false
  return {
    remaining,
    /** Answers by the deadline. Work that still runs afterwards has to check `assertInTime`. */
    inTime: startDeadline(milliseconds, () => {
      // A timer may fire a fraction of a millisecond early.
      isAnswered = true
      return late()
    }),
    /** Called right before a commit, so that a transaction that was answered as failed is never committed. */
    assertInTime() {
      if (isAnswered || remaining() <= 0) throw late()
    },
  }
}
