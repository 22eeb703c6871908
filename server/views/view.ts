import { hash } from 'node:crypto'

import { type AnyCollection, type DocumentOf, StoreError } from '#server/store/port.ts'

import type { Value } from './sql.ts'

/** Column definitions of SQLite by name: `{ title: 'TEXT NOT NULL', capacity: 'INTEGER' }`. */
type Columns = Readonly<Record<string, string>>

/** Any number of rows for each document. `number` refers to the view's row of the same document. */
interface ListTable {
  columns: Columns
  /** Columns that are unique together, in the order in which queries use them. Must contain `number`. */
  key: readonly string[]
  /** Lists of columns, as in CREATE INDEX. */
  indexes?: readonly string[]
}

const NONE = {}

/** Counts of the rows with equal values, maintained by triggers. Has these columns and `count`. */
interface CountTable {
  of: string
  by: readonly string[]
  indexes?: readonly string[]
}

/** A document has at most one row in a full-text table. */
type TextOf<T extends readonly string[]> = { [Column in T[number]]: string }
type RowOf<C extends Columns> = { [Name in keyof C]: Value }

/**
 * Tables made from the documents of one collection. `name` is the table with at most one row for each document, which has
 * the document's `id` and its `number`, an integer that the other tables refer to.
 */
export interface View {
  of: AnyCollection
  name: string
  columns: Columns
  indexes: readonly string[]
  lists: Readonly<Record<string, ListTable>>
  /** Full-text tables and their columns; `rowid` is the document's `number`. */
  texts: Readonly<Record<string, readonly string[]>>
  counts: Readonly<Record<string, CountTable>>
  /** Must change whenever the same document would lead to other rows and nothing else in this definition changes. */
  revision: number
  uses?: () => unknown
  rowsOf(document: unknown): ViewRows | undefined
}

export type ViewRows = Readonly<Record<string, Row | readonly Row[]>>
export type Row = Readonly<Record<string, Value>>

/**
 * Declares tables that screens are read from. Only `rowsOf` fills them, a pure function of the document and of what
 * the view `uses`. It returns rows by table, or undefined for a document that is in no list.
 * @throws StoreError when the collection has no feed
 */
export function defineView<
  C extends AnyCollection,
  const Name extends string,
  const Main extends Columns,
  const Lists extends Readonly<Record<string, ListTable>> = typeof NONE,
  const Texts extends Readonly<Record<string, readonly string[]>> = typeof NONE,
>(definition: {
  of: C
  name: Name
  columns: Main
  indexes?: readonly string[]
  lists?: Lists
  texts?: Texts
  counts?: Readonly<Record<string, CountTable>>
  revision?: number
  /** Dependencies of `rowsOf` besides the document, such as `sortOrder`. Part of the hash, as JSON. */
  uses?: () => unknown
  rowsOf(document: DocumentOf<C>):
    | ({ [Table in Name]: RowOf<NoInfer<Main>> } & {
        [Table in keyof NoInfer<Lists>]: readonly RowOf<NoInfer<Lists>[Table]['columns']>[]
      } & { [Table in keyof NoInfer<Texts>]: readonly TextOf<NoInfer<Texts>[Table]>[] })
    | undefined
}): View {
  if (!definition.of.hasFeed) {
    throw new StoreError(`${definition.of.name} has a view and so needs a feed`)
  }
  return { indexes: [], lists: {}, texts: {}, counts: {}, revision: 1, ...definition } as View
}

/**
 * Options of full-text tables. Prefixes of up to ten letters have an index: of a longer one, all rows are listed before the
 * first is found. `categories` includes all characters except punctuation, spaces and control codes, like `tokenise`.
 */
export const TEXT_OPTIONS = `content = '', contentless_delete = 1, detail = column, prefix = '1 2 3 4 5 6 7 8 9 10',
  tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* S* Co'"`

/**
 * Covers everything except `rowsOf`, whose text differs between the source, which tools run, and the server's
 * bundle. When only `rowsOf` changes, raise `revision`.
 */
export function hashOf({ of, rowsOf: _rowsOf, uses, ...tables }: View): string {
  const options = Object.keys(tables.texts).length > 0 ? [TEXT_OPTIONS] : []
  const parts = [of.name, of.schemaVersion, tables, ...options, ...(uses ? [uses()] : [])]
  return hash('sha256', JSON.stringify(parts), 'base64url')
}

/** Equal for all processes whose views have the same definitions. */
export const definitionOf = (views: readonly View[]) =>
  hash('sha256', views.map((view) => `${view.name} ${hashOf(view)}`).join(), 'base64url')
