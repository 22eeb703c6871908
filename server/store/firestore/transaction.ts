import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type DocumentReference,
  type Firestore,
  Timestamp,
  type Transaction as FirestoreTransaction,
} from 'firebase-admin/firestore'

import { SECOND } from '#shared/lib/durations.ts'
import type { KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import { createPendingWrites, type Write } from '#server/store/pending-writes.ts'
import { StoreContention, type Transaction } from '#server/store/port.ts'
import type { TransactionDeadline } from '#server/store/transaction-deadline.ts'

import type { CircuitBreaker } from './circuit-breaker.ts'
import { type CallLimit, callUntil, resetConnections } from './calls.ts'
import { asStoreError, leavesOutcomeOpen, mayPass } from './errors.ts'
import {
  COMMIT_FIELD,
  createReader,
  EXPIRES_AT_FIELD,
  type ReaderDeps,
  type Source,
  VERSION_FIELD,
} from './reader.ts'
import { feedFields } from './feed/fields.ts'
import type { FirestoreFeeds } from './feed/feeds.ts'
import type { OwnCommit } from './own-writes.ts'
import { TransactionPreempted, type RightOfWay } from './right-of-way.ts'

interface TransactionDeps extends ReaderDeps {
  breaker: CircuitBreaker
  /** Orders the transactions of this process. */
  rightOfWay: RightOfWay
  /**
   * Runs further attempts of this process one at a time, so that fewer meet those of another process, with which
   * they would wait for each other until Firestore ends all but one after seconds.
   */
  retries: KeyedMutex
  feeds: FirestoreFeeds
}

interface Limits {
  deadline: TransactionDeadline
  call: CallLimit
}

const MAX_ATTEMPTS = 16
const FIRST_DELAY = 30
const MAX_DELAY = SECOND
/** Milliseconds without an answer after which a commit is looked up. */
const COMMIT_TIMEOUT = 5 * SECOND
const LOOKUP_TIMEOUT = 1.5 * SECOND
/** Milliseconds before the deadline by which a commit has an answer or is cut off, so that it is not carried out later. */
const RESET_TIME = 250

/** The client's own retries have no deadline, and repeat a commit that may have been carried out. */
export async function transact<R>(
  deps: TransactionDeps,
  work: (tx: Transaction) => Promise<R>,
  deadline: TransactionDeadline,
): Promise<R> {
  const until = Date.now() + deadline.remaining()
  const attemptInTime = () => {
    deadline.assertInTime()
    deps.breaker.assertClosed()
    const call = { until }
    return callUntil(call, () => attemptOnce(deps, work, { deadline, call }))
  }
  const attemptAgain = async (attempt: number, error: unknown) => {
    if (error instanceof TransactionPreempted) await error.over
    // Attempts are spaced, so that those of another process find a gap between them.
    else await wait(Math.random() * Math.min(FIRST_DELAY * 2 ** attempt, MAX_DELAY))
    return attemptInTime()
  }
  let failed: unknown
  for (let attempt = 1; ; attempt++) {
    try {
      return await (attempt === 1 ? attemptInTime() : deps.retries('', () => attemptAgain(attempt, failed)))
    } catch (error) {
      failed = error
      if (!mayPass(error)) throw deadline.failure(asStoreError(error))
      deps.breaker.suspect(asStoreError(error))
      if (attempt === MAX_ATTEMPTS) throw deadline.failure(contentionOr(error))
    }
  }
}

function contentionOr(error: unknown) {
  const translated = asStoreError(error)
  return translated instanceof StoreContention
    ? new StoreContention(`The transaction conflicted with other writers ${MAX_ATTEMPTS} times`, {
        cause: error,
      })
    : translated
}

/** Errors stay Firestore's own here, because they decide whether `work` runs again. */
function insideTransaction(
  tx: FirestoreTransaction,
  { assertInTime }: TransactionDeadline,
  way: ReturnType<RightOfWay>,
): Source {
  return {
    async documents(references) {
      await way.toRead(references.map(({ path }) => path))
      assertInTime()
      return tx.getAll(...references)
    },
    async query(query) {
      assertInTime()
      const { docs } = await tx.get(query)
      way.hasRead(docs.map(({ ref }) => ref.path))
      return docs
    },
    async count(query) {
      assertInTime()
      return (await tx.get(query.count())).data().count
    },
  }
}

async function attemptOnce<R>(
  deps: TransactionDeps,
  work: (tx: Transaction) => Promise<R>,
  { deadline, call }: Limits,
): Promise<R> {
  const commit: OwnCommit = { id: randomUUID(), isCommitted: false }
  const way = deps.rightOfWay()
  const answered = Promise.withResolvers<void>()
  let sent: { result: R; marked: DocumentReference | undefined } | undefined
  try {
    const answer = await deps.db.runTransaction(
      async (tx) => {
        const pending = createPendingWrites(deps.declarations)
        const result = await work({ ...createReader(deps, insideTransaction(tx, deadline, way)), ...pending })
        const writes = pending.close()
        await way.toCommit(writes.map((write) => referenceOf(deps.db, write).path))
        deadline.assertInTime()
        call.until = Math.min(call.until - RESET_TIME, Date.now() + COMMIT_TIMEOUT)
        sent = { result, marked: applyAll(deps.db, tx, writes, commit.id) }
        if (writes.length > 0) deadline.commitSent()
        deps.feeds.wrote(writes, commit, answered.promise)
        deps.observe?.({ documents: 0 })
        return result
      },
      { maxAttempts: 1 },
    )
    deadline.commitAnswered()
    commit.isCommitted = true
    return answer
  } catch (error) {
    if (!sent) throw error
    const isOpen = leavesOutcomeOpen(error)
    const isCarriedOut = isOpen && sent.marked && (await hasLanded(sent.marked, commit.id, deadline))
    // Nothing shows whether deletions were carried out. They can be repeated.
    if (!isOpen || sent.marked) deadline.commitAnswered()
    if (!isCarriedOut) throw error
    commit.isCommitted = true
    return sent.result
  } finally {
    way.end()
    answered.resolve()
  }
}

/** Asks until the outcome is known or the deadline has passed. By then no part of the commit is still under way. */
async function hasLanded(marked: DocumentReference, commitId: string, deadline: TransactionDeadline) {
  for (;;) {
    resetConnections()
    const until = Date.now() + Math.min(LOOKUP_TIMEOUT, deadline.remaining())
    try {
      const snapshot = await callUntil({ until }, () => marked.get())
      return snapshot.get(COMMIT_FIELD) === commitId
    } catch (error) {
      if (!leavesOutcomeOpen(error)) throw error
      deadline.assertInTime()
      await wait(Math.random() * MAX_DELAY)
    }
  }
}

/** @returns the document that shows afterwards whether the commit was carried out */
function applyAll(db: Firestore, tx: FirestoreTransaction, writes: readonly Write[], commitId: string) {
  const last = new Map(writes.map((write) => [`${write.declared.name}/${write.id}`, write]))
  const marker = [...last.values()].find(({ kind }) => kind !== 'delete')
  for (const write of writes) {
    apply(db, tx, write, {
      ...(write === marker && { [COMMIT_FIELD]: commitId }),
      ...feedFields(db, tx, write, commitId),
    })
  }
  return marker && referenceOf(db, marker)
}

function apply(db: Firestore, tx: FirestoreTransaction, write: Write, mark: object) {
  const reference = referenceOf(db, write)
  if (write.kind === 'delete') {
    tx.delete(reference)
    return
  }
  const { collection } = write.declared
  const document = JSON.parse(write.body)
  const expiresAt = collection.expiresAt?.(document)
  const expiry = expiresAt !== undefined && { [EXPIRES_AT_FIELD]: Timestamp.fromMillis(expiresAt) }
  const stored = { ...document, [VERSION_FIELD]: collection.schemaVersion, ...expiry, ...mark }
  if (write.kind === 'create') tx.create(reference, stored)
  else tx.set(reference, stored)
}

const referenceOf = (db: Firestore, { declared, id }: Write) => db.collection(declared.name).doc(id)
