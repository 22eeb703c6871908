import { deleteApp, initializeApp } from 'firebase-admin/app'
import {
  type Firestore,
  getFirestore,
  type Transaction as FirestoreTransaction,
} from 'firebase-admin/firestore'

import { createCursorSeal } from './cursor.ts'
import { declareAll } from './declaration.ts'
import { withDeadline } from './firestore-errors.ts'
import { createReader, type ReaderDeps, type Source, VERSION_FIELD } from './firestore-reader.ts'
import { createPendingWrites, type Write } from './pending-writes.ts'
import type { AnyCollection, Store, Transaction } from './port.ts'

export interface FirestoreOptions {
  projectId: string
  /** Seals cursors: the same on every replica. */
  secret: string
  collections: readonly AnyCollection[]
}

const ATTEMPTS = 16
const READ_DEADLINE = 8_000
const TRANSACTION_DEADLINE = 30_000
const PING_DEADLINE = 3_000

let opened = 0

/** Any number of replicas may share the database. Credentials are Google's application default ones. */
export function openFirestoreStore({ projectId, secret, collections }: FirestoreOptions): Store {
  const declarations = declareAll(collections)
  const app = initializeApp({ projectId }, `store ${(opened += 1)}`)
  const db = getFirestore(app)
  const deps = { db, declarations, cursors: createCursorSeal(secret) }
  const inFlight = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  return {
    ...createReader(deps, outsideTransactions(db)),
    async transact(work) {
      const transaction = transact(deps, work)
      inFlight.add(transaction)
      try {
        return await withDeadline(TRANSACTION_DEADLINE, transaction)
      } finally {
        inFlight.delete(transaction)
      }
    },
    async outdated(collection, limit) {
      const { name } = declarations.of(collection)
      const outdated = db.collection(name).where(VERSION_FIELD, '<', collection.schemaVersion).select()
      return (await withDeadline(READ_DEADLINE, outdated.limit(limit).get())).docs.map(({ id }) => id)
    },
    async ping() {
      await withDeadline(PING_DEADLINE, db.doc('health/ready').get())
    },
    close: () => (closing ??= Promise.allSettled(inFlight).then(() => deleteApp(app))),
  }
}

const outsideTransactions = (db: Firestore): Source => ({
  documents: (references) => withDeadline(READ_DEADLINE, db.getAll(...references)),
  query: async (query) => (await withDeadline(READ_DEADLINE, query.get())).docs,
  count: async (query) => (await withDeadline(READ_DEADLINE, query.count().get())).data().count,
})

/** Errors stay Firestore's own here, since its client knows by them when to run `work` again. */
const insideTransaction = (tx: FirestoreTransaction): Source => ({
  documents: (references) => tx.getAll(...references),
  query: async (query) => (await tx.get(query)).docs,
  count: async (query) => (await tx.get(query.count())).data().count,
})

function transact<R>(deps: ReaderDeps, work: (tx: Transaction) => Promise<R>): Promise<R> {
  return deps.db.runTransaction(
    async (tx) => {
      const writes = createPendingWrites(deps.declarations)
      const result = await work({ ...createReader(deps, insideTransaction(tx)), ...writes })
      for (const write of writes.close()) apply(deps.db, tx, write)
      return result
    },
    { maxAttempts: ATTEMPTS },
  )
}

function apply(db: Firestore, tx: FirestoreTransaction, write: Write) {
  const { name, collection } = write.declared
  const reference = db.collection(name).doc(write.id)
  if (write.kind === 'delete') {
    tx.delete(reference)
    return
  }
  const stored = { ...JSON.parse(write.body), [VERSION_FIELD]: collection.schemaVersion }
  if (write.kind === 'create') tx.create(reference, stored)
  else tx.set(reference, stored)
}
