import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'

import { createPendingWrites } from '#server/store/pending-writes.ts'
import { StoreContention, StoreUnavailable, type Transaction } from '#server/store/port.ts'
import type { TransactionDeadline } from '#server/store/transaction-deadline.ts'

import type { Commits } from './commits.ts'
import { createReader, type ReaderDeps } from './reader.ts'

interface Deps extends ReaderDeps {
  commits: Commits
  attempts: AttemptQueue
}

type AttemptQueue = ReturnType<typeof createAttemptQueue>

const MAX_ATTEMPTS = 16
/** Milliseconds between two attempts. */
const MAX_DELAY = 64
/** Limits for starting transactions in one turn of the event loop, in milliseconds and in number. The commit comes on top. */
const MAX_TIME_IN_TURN = 5
const MAX_IN_TURN = 16

/**
 * Runs attempts one after another, several in a turn of the event loop as time allows, with one commit for all.
 * Reads and commits do not yield, so that in a burst all transactions would otherwise begin before any other request
 * is served. One in each turn would be too few where requests make turns long. An attempt that waits for something
 * else delays the others only for its turn.
 */
export function createAttemptQueue({ flush }: Pick<Commits, 'flush'>) {
  const waiting: (() => Promise<true>)[] = []
  let isServing = false
  let isTurn = false

  async function serve() {
    isServing = true
    while (waiting.length > 0) {
      await nextTurn()
      isTurn = true
      const over = nextTurn(false)
      const end = performance.now() + MAX_TIME_IN_TURN
      let hasMore = true
      for (let begun = 0; hasMore && begun < MAX_IN_TURN && performance.now() < end; begun++) {
        hasMore = await Promise.race([waiting.shift()?.() ?? false, over])
      }
      isTurn = false
      flush()
    }
    isServing = false
  }

  return {
    /** Runs the attempt when its turn comes. */
    run: <T>(attempt: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push(() =>
          attempt()
            .then(resolve, reject)
            .then(() => true),
        )
        if (!isServing) void serve()
      }),

    /** Called by an attempt that may have outlasted its turn. */
    flushUnlessTurn() {
      if (!isTurn) flush()
    },
  }
}

/**
 * Optimistic: `work` runs without a lock, which would block every other writer while it awaits. Then one synchronous
 * step takes the lock, checks that everything it read is unchanged, and writes.
 */
export async function transact<R>(
  deps: Deps,
  work: (tx: Transaction) => Promise<R>,
  deadline: TransactionDeadline,
): Promise<R> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(Math.random() * Math.min(2 ** attempt, MAX_DELAY))
    const { committed, outcome } = await deps.attempts.run(() => attemptOnce(deps, work, deadline))
    if (await committed) return outcome()
  }
  throw new StoreContention(`The transaction conflicted with other writers ${MAX_ATTEMPTS} times`)
}

interface Attempt<R> {
  /** Whether it won against other writers. */
  committed: Promise<boolean>
  /** Returns the result of the work, or throws its error. */
  outcome: () => R
}

async function attemptOnce<R>(
  deps: Deps,
  work: (tx: Transaction) => Promise<R>,
  deadline: TransactionDeadline,
): Promise<Attempt<R>> {
  const { declarations, commits, attempts } = deps
  deadline.assertInTime()
  const reads: (() => boolean)[] = []
  const writes = createPendingWrites(declarations)
  const reader = createReader(deps, { before: commits.flushIfWritten, after: (check) => reads.push(check) })
  const finish = (outcome: () => R, pending = writes.close()): Attempt<R> => {
    const committed = commits.add({ reads, writes: pending, deadline })
    attempts.flushUnlessTurn()
    return { committed, outcome }
  }
  try {
    const result = await work({ ...reader, ...writes })
    return finish(() => result)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // A commit between two reads may have shown `work` an inconsistent state, which makes its error
    // meaningless.
    return finish(() => {
      throw error
    }, [])
  }
}
