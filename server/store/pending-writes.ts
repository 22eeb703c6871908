import type { Declarations, Declared } from './declaration.ts'
import { bodyOf, isDocumentId } from './documents.ts'
import { type AnyCollection, StoreError, type StoredDocument, type Transaction } from './port.ts'

export type Write =
  | { kind: 'create' | 'put'; declared: Declared; id: string; body: string }
  | { kind: 'delete'; declared: Declared; id: string }

export interface PendingWrites extends Pick<Transaction, 'create' | 'put' | 'delete'> {
  /** Ends the writing: what comes later, through a forgotten `await`, throws rather than being lost unnoticed. */
  take(): readonly Write[]
}

/** The writing half of a transaction: checks at once, and keeps JSON so that later changes do not leak in. */
export function createPendingWrites(declarations: Declarations): PendingWrites {
  const writes: Write[] = []
  let taken = false

  function add(write: Write) {
    if (taken) throw new StoreError('A write came after the end of its transaction')
    writes.push(write)
  }
  function keep(kind: 'create' | 'put', collection: AnyCollection, document: StoredDocument) {
    const declared = declarations.of(collection)
    add({ kind, declared, id: document.id, body: bodyOf(declared, document) })
  }
  return {
    create: (collection, document) => keep('create', collection, document),
    put: (collection, document) => keep('put', collection, document),
    delete(collection, id) {
      if (isDocumentId(id)) add({ kind: 'delete', declared: declarations.of(collection), id })
    },
    take() {
      taken = true
      return writes
    },
  }
}
