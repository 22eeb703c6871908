import { setTimeout as wait } from 'node:timers/promises'

import type { Write } from '#server/store/pending-writes.ts'
import { AlreadyExists } from '#server/store/port.ts'
import type { TransactionDeadline } from '#server/store/transaction-deadline.ts'

import type { Checkpoints } from './checkpoints.ts'
import { asStoreError, isBusy } from './errors.ts'
import type { LogSync } from './log-sync.ts'
import type { PreparedStatements } from './statements.ts'
import type { SqliteViews } from './views.ts'

interface CommitDeps {
  statements: PreparedStatements
  /** Undefined in a program that opens the store without views. */
  views: SqliteViews | undefined
  logSync: LogSync
  /** Undefined where no other connection can have the file open. */
  checkpoints: Checkpoints | undefined
  /** Milliseconds to wait for another process's lock. */
  lockTimeout: number
}

/** A transaction whose work is done. */
interface Candidate {
  /** Each checks whether something that the work has read is unchanged. */
  reads: readonly (() => boolean)[]
  writes: readonly Write[]
  deadline: TransactionDeadline
}

type Member = Candidate & { outcome: PromiseWithResolvers<boolean> }

export type Commits = ReturnType<typeof createCommits>

const MAX_WAIT = 64

/**
 * Commits transactions that are ready at the same time in one transaction of SQLite: pages that several of them
 * change are written once. Savepoints isolate them, so that one that lost or failed does not take others with it.
 */
export function createCommits(deps: CommitDeps) {
  const { statements, views, logSync, checkpoints, lockTimeout } = deps
  let group: Member[] = []
  /** Collections, and documents as `collection id`, that the group will write. */
  const written = new Set<string>()

  function flush() {
    const members = group
    group = []
    written.clear()
    // Unless another process holds the lock, it is done when the call returns.
    if (members.length > 0) void commitWhenFree(members)
  }

  async function commitWhenFree(members: readonly Member[]) {
    try {
      await whenFree(() => commitTogether(members.filter(isInTime)))
    } catch (error) {
      for (const { outcome } of members) outcome.reject(error)
    }
  }

  /** Waits without blocking the thread, unlike SQLite's own time-out. */
  async function whenFree(attempt: () => void, assertInTime = () => {}) {
    const end = performance.now() + lockTimeout
    for (;;) {
      if (checkpoints?.pause) await checkpoints.pause
      assertInTime()
      try {
        attempt()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) throw asStoreError(error)
        await wait(Math.random() * MAX_WAIT)
      }
    }
  }

  function commitTogether(members: readonly Member[]) {
    const toWrite = members.some(({ writes }) => writes.length > 0)
    if (toWrite) logSync.assertSound()
    const attempt = members.length > 1 ? attemptApart : attemptOne
    const outcomes = within(toWrite ? 'BEGIN IMMEDIATE' : 'BEGIN', () =>
      members.map((member) => [member, attempt(member)] as const),
    )
    if (toWrite) logSync.committed()
    for (const [{ outcome }, isDone] of outcomes) {
      if (typeof isDone === 'boolean') outcome.resolve(isDone)
      else outcome.reject(isDone)
    }
  }

  /** @returns whether everything read is unchanged; if not, nothing is written */
  function attemptOne({ reads, writes }: Candidate): boolean {
    if (!reads.every((isUnchanged) => isUnchanged())) return false
    if (writes.length === 0) return true
    const before = views?.state()
    for (const write of writes) apply(statements, write)
    if (before) views?.project(writes, before)
    return true
  }

  /** @returns an error that affects only this candidate */
  function attemptApart(candidate: Candidate): boolean | Error {
    statements.run('SAVEPOINT candidate')
    try {
      return attemptOne(candidate)
    } catch (error) {
      // After an error such as a full disk, SQLite has rolled back the whole transaction.
      if (!statements.inTransaction()) throw error
      statements.run('ROLLBACK TO candidate')
      return asStoreError(error) as Error
    } finally {
      if (statements.inTransaction()) statements.run('RELEASE candidate')
    }
  }

  function within<R>(begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => R): R {
    statements.begin(begin)
    try {
      const result = work()
      statements.run('COMMIT')
      return result
    } finally {
      if (statements.inTransaction()) statements.run('ROLLBACK')
    }
  }

  return {
    /**
     * Adds it to the group that the next `flush` commits.
     * @returns whether everything that it has read was unchanged; if not, nothing was written
     */
    add(candidate: Candidate): Promise<boolean> {
      const outcome = Promise.withResolvers<boolean>()
      group.push({ ...candidate, outcome })
      for (const { declared, id } of candidate.writes)
        written.add(declared.name).add(keyOf(declared.name, id))
      return outcome.promise
    },

    flush,

    /** Called before a transaction reads: it would lose against a pending write of the same documents. */
    flushIfWritten(collection: string, ids?: readonly string[]) {
      if (!written.has(collection)) return
      if (!ids || ids.some((id) => written.has(keyOf(collection, id)))) flush()
    },

    /** Projects changes that other programs have written without projecting them. */
    projectOutstanding: (deadline: TransactionDeadline) =>
      whenFree(() => within('BEGIN IMMEDIATE', () => views?.projectOutstanding()), deadline.assertInTime),
  }
}

const keyOf = (collection: string, id: string) => `${collection} ${id}`

function isInTime({ deadline, outcome }: Member) {
  try {
    deadline.assertInTime()
    return true
  } catch (error) {
    outcome.reject(error)
    return false
  }
}

function apply(statements: PreparedStatements, write: Write) {
  const documents = statements.documents(write.declared)
  if (write.kind === 'delete') documents.remove(write.id)
  else if (write.kind === 'put') documents.put(write.id, write.body)
  else if (!documents.create(write.id, write.body)) {
    throw new AlreadyExists(`${write.declared.name} already has a document with this id`)
  }
}
