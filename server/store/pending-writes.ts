import type { Declarations, Declared } from './declaration.ts'
import { bodyOf, isDocumentId } from './documents.ts'
import { type AnyCollection, AppendOnly, StoreError, type StoredDocument, type Transaction } from './port.ts'

export type Write =
  | { kind: 'create' | 'put'; declared: Declared; id: string; body: string }
  | { kind: 'delete'; declared: Declared; id: string }

interface PendingWrites extends Pick<Transaction, 'create' | 'put' | 'delete'> {
  /** Ends the transaction's writes. A later write, after a forgotten `await`, throws instead of being lost. */
  close(): readonly Write[]
}

/** The writes of a transaction. Documents are validated and serialised at once, so that later changes do not leak in. */
export function createPendingWrites(declarations: Declarations): PendingWrites {
  const writes: Write[] = []
  let closed = false

  function add(write: Write) {
    if (closed) throw new StoreError('A write came after the end of its transaction')
    const { collection, name } = write.declared
    if (collection.appendOnly && write.kind !== 'create')
      throw new AppendOnly(`${name} is append-only: ${write.kind} is refused`)
    writes.push(write)
  }
  function addDocument(kind: 'create' | 'put', collection: AnyCollection, document: StoredDocument) {
    const declared = declarations.of(collection)
    add({ kind, declared, id: document.id, body: bodyOf(declared, document) })
  }
  return {
    create: (collection, document) => addDocument('create', collection, document),
    put: (collection, document) => addDocument('put', collection, document),
    delete(collection, id) {
      if (isDocumentId(id)) add({ kind: 'delete', declared: declarations.of(collection), id })
    },
    close() {
      closed = true
      return writes
    },
  }
}
