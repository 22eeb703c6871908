import type { DocumentReference, DocumentSnapshot, Firestore, Query } from 'firebase-admin/firestore'

import type { CursorSeal } from './cursor.ts'
import type { Declarations, Declared } from './declaration.ts'
import { isDocumentId, toCurrentVersion } from './documents.ts'
import { countQueryOf, queryOf } from './firestore-queries.ts'
import { pageOf, planOf, selectionOf } from './plan.ts'
import { type Reader, type StoredDocument, StoreError } from './port.ts'

export interface ReaderDeps {
  db: Firestore
  declarations: Declarations
  cursors: CursorSeal
  /** Hears of every call that is billed. */
  observe?: ((call: ObservedCall) => void) | undefined
}

/** One round trip. */
export interface ObservedCall {
  /** How many Firestore bills for as read. */
  documents: number
  query?: Query
  /** Whether it came through a listener, at no request's expense. */
  listener?: boolean
}

/** How to ask: as a transaction does, or outside one. */
export interface Source {
  documents(references: DocumentReference[]): Promise<DocumentSnapshot[]>
  query(query: Query): Promise<DocumentSnapshot[]>
  count(query: Query): Promise<number>
}

/** Beside the document's own fields; no declared field begins with `_`. */
export const VERSION_FIELD = '_version'
/** In one document of each transaction, and in those with a feed: the transaction's id, by which its commit is known. */
export const COMMIT_FIELD = '_commit'
/** In documents with a feed: the server's time of the last write. */
export const CHANGED_AT_FIELD = '_changedAt'
/** In documents that expire: when. Firestore deletes them by it. */
export const EXPIRES_AT_FIELD = '_expiresAt'
const MOST_IDS = 500

const ENTRIES_PER_COUNTED_READ = 1_000

export function createReader({ db, declarations, cursors, observe }: ReaderDeps, source: Source): Reader {
  async function load(declared: Declared, ids: readonly string[]) {
    if (ids.length > MOST_IDS) throw new StoreError(`At most ${MOST_IDS} documents at once`)
    const known = [...new Set(ids.filter(isDocumentId))]
    if (known.length === 0) return ids.map(() => undefined)
    const collection = db.collection(declared.name)
    const snapshots = await source.documents(known.map((id) => collection.doc(id)))
    observe?.({ documents: known.length })
    const byId = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]))
    return ids.map((id) => {
      const stored = byId.get(id)?.data()
      return stored && documentOf(declared, stored)
    })
  }

  return {
    async get(collection, id) {
      const [document] = await load(declarations.of(collection), [id])
      return document
    },

    getMany: async (collection, ids) => load(declarations.of(collection), ids),

    async find(collection, query) {
      const declared = declarations.of(collection)
      const plan = planOf(declared, query, cursors)
      const asked = queryOf(db, plan)
      const snapshots = await source.query(asked)
      observe?.({ documents: Math.max(1, snapshots.length), query: asked })
      const stored = snapshots.slice(0, plan.limit).map((snapshot) => snapshot.data() as StoredDocument)
      const last = snapshots.length > plan.limit ? stored.at(-1) : undefined
      const seal = last && plan.next(last)
      const items = stored.map((document) => documentOf(declared, document))
      return pageOf(items, seal)
    },

    async count(collection, query) {
      const asked = countQueryOf(db, selectionOf(declarations.of(collection), query))
      const count = await source.count(asked)
      observe?.({ documents: Math.max(1, Math.ceil(count / ENTRIES_PER_COUNTED_READ)), query: asked })
      return count
    },
  }
}

/** Without the fields of the store's own. */
export function documentOf(declared: Declared, stored: object) {
  const {
    [VERSION_FIELD]: version,
    [COMMIT_FIELD]: _commit,
    [CHANGED_AT_FIELD]: _changedAt,
    [EXPIRES_AT_FIELD]: _expiresAt,
    ...document
  } = stored as Record<string, unknown>
  return toCurrentVersion(declared, document, Number(version))
}
