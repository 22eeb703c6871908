import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

import { createPendingWrites } from './pending-writes.ts'
import { StoreContention, StoreUnavailable, type Transaction } from './port.ts'
import type { Commits } from './sqlite-commits.ts'
import { createReader, type ReaderDeps } from './sqlite-reader.ts'
import type { TransactionDeadline } from './transaction-deadline.ts'

interface Deps extends ReaderDeps {
  commits: Commits
  turns: Turns
}

type Turns = ReturnType<typeof createTurns>

const ATTEMPTS = 16
const LONGEST_DELAY = 64
/** Milliseconds of each turn of the event loop in which transactions begin, and how many: their commit takes longer. */
const TIME_IN_TURN = 5
const MAX_IN_TURN = 16

/**
 * One attempt after another, as many in a turn of the event loop as there is time for, and then one commit for all. Reads and
 * commits do not yield: in a burst, each transaction would begin before anyone else is answered. One in a turn would be too
 * few where requests make the turns long. One that waits for something else holds up the others no longer than for its turn.
 */
export function createTurns({ flush }: Pick<Commits, 'flush'>) {
  const waiting: (() => Promise<true>)[] = []
  let isServing = false
  let isTurn = false

  async function serve() {
    isServing = true
    while (waiting.length > 0) {
      await nextTurn()
      isTurn = true
      const over = nextTurn(false)
      const end = performance.now() + TIME_IN_TURN
      let goesOn = true
      for (let begun = 0; goesOn && begun < MAX_IN_TURN && performance.now() < end; begun++) {
        goesOn = await Promise.race([waiting.shift()?.() ?? false, over])
      }
      isTurn = false
      flush()
    }
    isServing = false
  }

  return {
    /** Runs it when it is its turn. */
    inTurn: <T>(attempt: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        waiting.push(() =>
          attempt()
            .then(resolve, reject)
            .then(() => true),
        )
        if (!isServing) void serve()
      }),

    /** For an attempt that may have outlasted its turn. */
    flushUnlessTurn() {
      if (!isTurn) flush()
    },
  }
}

/**
 * Optimistic: `work` runs without a lock, which would block every other writer while it awaits; then one synchronous
 * stretch locks, asks again whether all that it read still holds, and writes.
 */
export async function transact<R>(
  deps: Deps,
  work: (tx: Transaction) => Promise<R>,
  deadline: TransactionDeadline,
): Promise<R> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(Math.random() * Math.min(2 ** attempt, LONGEST_DELAY))
    const { committed, settle } = await deps.turns.inTurn(() => attemptOnce(deps, work, deadline))
    if (await committed) return settle()
  }
  throw new StoreContention(`The work lost against other writers ${ATTEMPTS} times`)
}

interface Attempt<R> {
  /** Whether it won against other writers. */
  committed: Promise<boolean>
  /** Returns what the work returned, or throws what it threw. */
  settle: () => R
}

async function attemptOnce<R>(
  deps: Deps,
  work: (tx: Transaction) => Promise<R>,
  deadline: TransactionDeadline,
): Promise<Attempt<R>> {
  const { declarations, commits, turns } = deps
  deadline.assertInTime()
  const reads: (() => boolean)[] = []
  const writes = createPendingWrites(declarations)
  const reader = createReader(deps, { before: commits.flushIfWritten, after: (check) => reads.push(check) })
  const finish = (settle: () => R, pending = writes.close()): Attempt<R> => {
    const committed = commits.add({ reads, writes: pending, deadline })
    turns.flushUnlessTurn()
    return { committed, settle }
  }
  try {
    const result = await work({ ...reader, ...writes })
    return finish(() => result)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // A commit between two reads may have shown `work` a state that never was: then its error means nothing.
    return finish(() => {
      throw error
    }, [])
  }
}
