import { startDeadline } from '#server/lib/concurrency/deadline.ts'

import { StoreDeadlineExceeded, StoreOutcomeUnknown } from './port.ts'

export type TransactionDeadline = ReturnType<typeof startTransactionDeadline>

/** Starts the deadline of one transaction with all its attempts. */
export function startTransactionDeadline(milliseconds: number) {
  const end = performance.now() + milliseconds
  let isOutcomeOpen = false
  const late = () => failure(new StoreDeadlineExceeded(`The transaction took longer than ${milliseconds} ms`))
  const failure = <E>(cause: E) =>
    isOutcomeOpen ? new StoreOutcomeUnknown('The commit was not confirmed in time', { cause }) : cause
  const remaining = () => end - performance.now()
  let isAnswered = false
  return {
    remaining,
    /** The failure to answer with instead of `cause`, which may come while a commit is open. */
    failure,
    /** Called when a commit is sent. */
    commitSent: () => void (isOutcomeOpen = true),
    /** Called when it is known whether the commit was carried out. */
    commitAnswered: () => void (isOutcomeOpen = false),
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
