import type { CursorSeal } from '#server/store/cursor.ts'
import type { Declarations, Declared } from '#server/store/declaration.ts'
import { isDocumentId, toCurrentVersion } from '#server/store/documents.ts'
import { pageOf, planOf, selectionOf } from '#server/store/plan.ts'
import { type Reader, type StoredDocument, StoreError } from '#server/store/port.ts'
import { withStoreErrors } from './errors.ts'
import { selectCount, selectPage } from './queries.ts'
import type { Row, PreparedStatements } from './statements.ts'

export interface ReaderDeps {
  statements: PreparedStatements
  declarations: Declarations
  cursors: CursorSeal
}

/** Observes the reads of a transaction. */
interface Watch {
  /** Called before each read, without ids for a query. */
  before: (collection: string, ids?: readonly string[]) => void
  /** Receives a cheap check for each read: whether it would still return the same. */
  after: (isUnchanged: () => boolean) => void
}

const MAX_IDS = 500

export function createReader({ statements, declarations, cursors }: ReaderDeps, watch?: Watch): Reader {
  function load(declared: Declared, id: string) {
    if (!isDocumentId(id)) return undefined
    const documents = statements.documents(declared)
    const row = documents.get(id)
    watch?.after(() => documents.revision(id) === row?.[0])
    if (!row) return undefined
    const [, version, body] = row
    return toCurrentVersion(declared, JSON.parse(body), version)
  }

  return {
    get: (collection, id) =>
      withStoreErrors(() => {
        watch?.before(collection.name, [id])
        return load(declarations.of(collection), id)
      }),

    getMany: (collection, ids) =>
      withStoreErrors(() => {
        if (ids.length > MAX_IDS) throw new StoreError(`At most ${MAX_IDS} documents at once`)
        watch?.before(collection.name, ids)
        const declared = declarations.of(collection)
        return ids.map((id) => load(declared, id))
      }),

    find: (collection, query) =>
      withStoreErrors(() => {
        watch?.before(collection.name)
        const declared = declarations.of(collection)
        const plan = planOf(declared, query, cursors)
        const rows = statements.all<Row>(selectPage(plan, 'revision, version, body'))
        if (watch) {
          const seen = revisionsOf(rows)
          watch.after(() => revisionsOf(statements.all(selectPage(plan, 'revision'))) === seen)
        }
        let seal: (() => string) | undefined
        const items = rows.slice(0, plan.limit).map(([, version, body], at) => {
          const stored: StoredDocument = JSON.parse(body)
          // Before migration, which may change it in place: the index contains the stored values.
          if (at + 1 === plan.limit && rows.length > plan.limit) seal = plan.next(stored)
          return toCurrentVersion(declared, stored, version)
        })
        return pageOf(items, seal)
      }),

    count: (collection, query) =>
      withStoreErrors(() => {
        const selection = selectionOf(declarations.of(collection), query)
        const [[count]] = statements.all<[number]>(selectCount(selection)) as [[number]]
        return count
      }),
  }
}

const revisionsOf = (rows: readonly [revision: number, ...unknown[]][]) =>
  rows.map(([revision]) => revision).join()
