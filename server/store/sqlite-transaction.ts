import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

import { createPendingWrites, type Write } from './pending-writes.ts'
import { AlreadyExists, StoreContention, StoreUnavailable, type Transaction } from './port.ts'
import { asStoreError, isBusy } from './sqlite-errors.ts'
import { createReader, type ReaderDeps } from './sqlite-reader.ts'
import type { Statements } from './sqlite-statements.ts'
import type { TransactionDeadline } from './transaction-deadline.ts'

type Holds = () => boolean

interface Limits {
  /** Runs an attempt when it is its turn. */
  inTurn: InTurn
  deadline: TransactionDeadline
  /** Milliseconds to wait for another process's lock. */
  lockTimeout: number
}

type InTurn = <T>(attempt: () => Promise<T>) => Promise<T>

const ATTEMPTS = 16
const LONGEST_DELAY = 64
/** Milliseconds of each turn of the event loop in which transactions begin. */
const TIME_IN_TURN = 5

/**
 * One attempt after another, as many in a turn of the event loop as there is time for. A commit waits for the disk on
 * the thread that answers requests, and reads do not yield: in a burst, each transaction would begin before anyone else
 * is answered. One in a turn would be too few where requests make the turns long. One that waits for something
 * else holds up the others no longer than for its turn.
 */
export function createTurnQueue(): InTurn {
  const waiting: (() => Promise<true>)[] = []
  let isServing = false

  async function serve() {
    isServing = true
    while (waiting.length > 0) {
      await nextTurn()
      const over = nextTurn(false)
      const end = performance.now() + TIME_IN_TURN
      let isInTurn = true
      while (isInTurn && performance.now() < end) {
        isInTurn = await Promise.race([waiting.shift()?.() ?? false, over])
      }
    }
    isServing = false
  }

  return (attempt) =>
    new Promise((resolve, reject) => {
      waiting.push(() =>
        attempt()
          .then(resolve, reject)
          .then(() => true),
      )
      if (!isServing) void serve()
    })
}

/**
 * Optimistic: `work` runs without a lock, which would block every other writer while it awaits; then one synchronous
 * stretch locks, asks again whether all that it read still holds, and writes.
 */
export async function transact<R>(
  deps: ReaderDeps,
  work: (tx: Transaction) => Promise<R>,
  limits: Limits,
): Promise<R> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(Math.random() * Math.min(2 ** attempt, LONGEST_DELAY))
    const done = await limits.inTurn(() => attemptOnce(deps, work, limits))
    if (done) return done.result
  }
  throw new StoreContention(`The work lost against other writers ${ATTEMPTS} times`)
}

/** Undefined if it lost against another writer. */
async function attemptOnce<R>(
  deps: ReaderDeps,
  work: (tx: Transaction) => Promise<R>,
  limits: Limits,
): Promise<{ result: R } | undefined> {
  const { statements, declarations } = deps
  limits.deadline.assertInTime()
  const reads: Holds[] = []
  const writes = createPendingWrites(declarations)
  const reader = createReader(deps, (isUnchanged) => reads.push(isUnchanged))
  let result: R
  try {
    result = await work({ ...reader, ...writes })
  } catch (error) {
    // A commit between two reads may have shown `work` a state that never was: then its error means nothing.
    const believed =
      error instanceof StoreUnavailable || (await commitWhenFree(statements, reads, [], limits))
    if (believed) throw error
    return undefined
  }
  return (await commitWhenFree(statements, reads, writes.close(), limits)) ? { result } : undefined
}

/** Waits without blocking the thread, unlike SQLite's own time-out. */
async function commitWhenFree(
  statements: Statements,
  reads: Holds[],
  writes: readonly Write[],
  { deadline, lockTimeout }: Limits,
) {
  const end = performance.now() + lockTimeout
  for (;;) {
    deadline.assertInTime()
    try {
      return commit(statements, reads, writes)
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw asStoreError(error)
      await sleep(Math.random() * LONGEST_DELAY)
    }
  }
}

/** @returns whether everything read is unchanged; if not, nothing is written */
function commit(statements: Statements, reads: readonly Holds[], writes: readonly Write[]): boolean {
  statements.run(writes.length > 0 ? 'BEGIN IMMEDIATE' : 'BEGIN')
  try {
    if (!reads.every((isUnchanged) => isUnchanged())) return false
    for (const write of writes) apply(statements, write)
    statements.run('COMMIT')
    return true
  } finally {
    // A full disk and the like have SQLite roll back by itself.
    if (statements.inTransaction()) statements.run('ROLLBACK')
  }
}

function apply(statements: Statements, write: Write) {
  const documents = statements.documents(write.declared)
  if (write.kind === 'delete') documents.remove(write.id)
  else if (write.kind === 'put') documents.put(write.id, write.body)
  else if (!documents.create(write.id, write.body)) {
    throw new AlreadyExists(`${write.declared.name} has a document of this id`)
  }
}
