import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

import { createPendingWrites, type Write } from './pending-writes.ts'
import { AlreadyExists, StoreContention, StoreUnavailable, type Transaction } from './port.ts'
import { asStoreError, isBusy } from './sqlite-errors.ts'
import { createReader, type ReaderDeps } from './sqlite-reader.ts'
import type { Statements } from './sqlite-statements.ts'
import type { Checkpoints } from './sqlite-checkpoints.ts'
import type { LogSync } from './sqlite-log-sync.ts'
import type { SqliteViews } from './sqlite-views.ts'
import type { TransactionDeadline } from './transaction-deadline.ts'

type Holds = () => boolean

interface Deps extends ReaderDeps {
  /** Undefined in a program that opens the store without them. */
  views: SqliteViews | undefined
  logSync: LogSync
  /** Undefined where no other connection may have the file open. */
  checkpoints: Checkpoints | undefined
}

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
 * One attempt after another, as many in a turn of the event loop as there is time for. Reads and commits do not yield: in a
 * burst, each transaction would begin before anyone else is answered. One in a turn would be too few where requests make
 * the turns long. One that waits for something else holds up the others no longer than for its turn.
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
  deps: Deps,
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
  deps: Deps,
  work: (tx: Transaction) => Promise<R>,
  limits: Limits,
): Promise<{ result: R } | undefined> {
  const { declarations } = deps
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
      error instanceof StoreUnavailable || (await whenFree(deps, limits, () => commit(deps, reads, [])))
    if (believed) throw error
    return undefined
  }
  const pending = writes.close()
  return (await whenFree(deps, limits, () => commit(deps, reads, pending))) ? { result } : undefined
}

/** Projects what other programs have written without doing so. */
export const projectOutstanding = (deps: Deps, limits: Pick<Limits, 'deadline' | 'lockTimeout'>) =>
  whenFree(deps, limits, () =>
    within(deps.statements, 'BEGIN IMMEDIATE', () => {
      deps.views?.project([], false)
      return true
    }),
  )

/** Waits without blocking the thread, unlike SQLite's own time-out. */
async function whenFree<R>(
  { checkpoints }: Pick<Deps, 'checkpoints'>,
  { deadline, lockTimeout }: Pick<Limits, 'deadline' | 'lockTimeout'>,
  attempt: () => R,
): Promise<R> {
  const end = performance.now() + lockTimeout
  for (;;) {
    if (checkpoints?.pause) await checkpoints.pause
    deadline.assertInTime()
    try {
      return attempt()
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw asStoreError(error)
      await sleep(Math.random() * LONGEST_DELAY)
    }
  }
}

/** @returns whether everything read is unchanged; if not, nothing is written */
function commit(
  { statements, views, logSync }: Deps,
  reads: readonly Holds[],
  writes: readonly Write[],
): boolean {
  const holds = () => reads.every((isUnchanged) => isUnchanged())
  if (writes.length === 0) return within(statements, 'BEGIN', holds)
  logSync.assertSound()
  const isDone = within(statements, 'BEGIN IMMEDIATE', () => {
    if (!holds()) return false
    const wereCurrent = views?.isCurrent() ?? true
    for (const write of writes) apply(statements, write)
    views?.project(writes, wereCurrent)
    return true
  })
  if (isDone) logSync.committed()
  return isDone
}

/** Commits if `work` returns true. */
function within(statements: Statements, begin: string, work: () => boolean): boolean {
  statements.run(begin)
  try {
    const done = work()
    if (done) statements.run('COMMIT')
    return done
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
