import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

import { createPendingWrites, type Write } from './pending-writes.ts'
import { AlreadyExists, StoreContention, StoreUnavailable, type Transaction } from './port.ts'
import { asStoreError, isBusy } from './sqlite-errors.ts'
import { createReader, type ReaderDeps } from './sqlite-reader.ts'
import type { Statements } from './sqlite-statements.ts'
import type { TransactionDeadline } from './transaction-deadline.ts'

type Holds = () => boolean

interface Limits {
  /** Waits for this transaction's turn of the event loop. */
  turn: () => Promise<void>
  deadline: TransactionDeadline
  /** Milliseconds to wait for another process's lock. */
  lockTimeout: number
}

const ATTEMPTS = 16
const LONGEST_DELAY = 64

/**
 * One caller per turn of the event loop. A commit waits for the disk on the thread that answers requests, and reads
 * do not yield: in a burst, each transaction would begin before anyone else is answered.
 */
export function createTurnQueue(): () => Promise<void> {
  let last = Promise.resolve()
  return () => (last = last.then(() => nextTurn()))
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
  const { statements, declarations } = deps
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(Math.random() * Math.min(2 ** attempt, LONGEST_DELAY))
    await limits.turn()
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
      continue
    }
    if (await commitWhenFree(statements, reads, writes.close(), limits)) return result
  }
  throw new StoreContention(`The work lost against other writers ${ATTEMPTS} times`)
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
