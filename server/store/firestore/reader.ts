import type { DocumentReference, DocumentSnapshot, Firestore, Query } from 'firebase-admin/firestore'

import type { CursorSeal } from '#server/store/cursor.ts'
import type { Declarations, Declared } from '#server/store/declaration.ts'
import { isDocumentId, toCurrentVersion } from '#server/store/documents.ts'
import { pageOf, planOf, selectionOf } from '#server/store/plan.ts'
import { type Reader, type StoredDocument, StoreError } from '#server/store/port.ts'

import { countQueryOf, queryOf } from './queries.ts'

export interface ReaderDeps {
  db: Firestore
  declarations: Declarations
  cursors: CursorSeal
  /** Called for every billed call. */
  observe?: ((call: ObservedCall) => void) | undefined
}

/** One round trip. */
export interface ObservedCall {
  /** Number of documents that Firestore bills as read. */
  documents: number
  query?: Query
  /** Whether it came through a listener rather than for a request. */
  listener?: boolean
}

/** Reads either in a transaction or outside one. */
export interface Source {
  documents(references: DocumentReference[]): Promise<DocumentSnapshot[]>
  query(query: Query): Promise<DocumentSnapshot[]>
  count(query: Query): Promise<number>
}

/** Stored beside the document's own fields; no declared field begins with `_`. */
export const VERSION_FIELD = '_version'
/**
 * The transaction's id, by which its commit is recognised. In one document of each transaction, and in those with a
 * feed.
 */
export const COMMIT_FIELD = '_commit'
/** The server's time of the last write. Only documents with a feed have it. */
export const CHANGED_AT_FIELD = '_changedAt'
/** Time of expiry, after which Firestore deletes the document. Only documents that expire have it. */
export const EXPIRES_AT_FIELD = '_expiresAt'
const MAX_IDS = 500

const ENTRIES_PER_COUNTED_READ = 1_000

export function createReader({ db, declarations, cursors, observe }: ReaderDeps, source: Source): Reader {
  async function load(declared: Declared, ids: readonly string[]) {
    if (ids.length > MAX_IDS) throw new StoreError(`At most ${MAX_IDS} documents at once`)
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

/** The document without the store's own fields. */
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
