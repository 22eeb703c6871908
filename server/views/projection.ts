import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

import type { Value } from './sql.ts'
import { tablesOf } from './tables.ts'
import type { Row, View, ViewRows } from './view.ts'
import { prepare } from './statement.ts'

/** Error codes of SQLite for invalid values of one row. */
const MISFITS: ReadonlySet<unknown> = new Set([19, 20])

export interface ProjectionLog {
  warn(facts: object, message: string): void
  info(facts: object, message: string): void
}

/**
 * Writes the rows of documents into the tables of views. Everything runs in the caller's transaction.
 * @param suffix appended to the tables' names
 */
export function createProjection(
  db: DatabaseSync,
  views: readonly View[],
  log: ProjectionLog,
  suffixOf: (view: View) => string = () => '',
) {
  const byCollection = Map.groupBy(views, (view) => view.of.name)
  const writers = new Map<View, ViewWriter>()

  function project(view: View, id: string, document: unknown) {
    const writer = writers.getOrInsertComputed(view, () => createWriter(db, view, suffixOf(view)))
    try {
      const rows = document === undefined ? undefined : view.rowsOf(document)
      if (rows) writer.put(id, rows)
      else writer.remove(id)
    } catch (err) {
      if (!isMisfit(err)) throw err
      writer.remove(id)
      log.warn({ err, view: view.name, id }, 'document left out of its view')
    }
  }

  return {
    /** Names of the collections that have views. */
    collections: new Set(byCollection.keys()) as ReadonlySet<string>,

    /** Replaces the rows of a document in the views of its collection. */
    put(collection: string, document: { id: string }) {
      for (const view of byCollection.get(collection) ?? []) project(view, document.id, document)
    },

    /** Replaces the rows of a document in this view. */
    putIn: (view: View, document: { id: string }) => project(view, document.id, document),

    remove(collection: string, id: string) {
      for (const view of byCollection.get(collection) ?? []) project(view, id, undefined)
    },

    clear(view: View) {
      for (const table of tablesOf(view)) db.exec(`DELETE FROM ${table}${suffixOf(view)}`)
    },

    /** Forgets prepared statements about tables that are renamed. */
    forget: () => writers.clear(),
  }
}

const isMisfit = (error: unknown) =>
  !(error instanceof Error && 'errcode' in error) || MISFITS.has((error.errcode as number) & 0xff)

type ViewWriter = ReturnType<typeof createWriter>

// Other writes use `all`: after one to a full-text table `run` can throw a RangeError about the last rowid.
function createWriter(db: DatabaseSync, { name, columns, lists, texts }: View, suffix: string) {
  const names = Object.keys(columns)
  const find = prepare<{ number: number }>(db, `SELECT number FROM ${name}${suffix} WHERE id = ?`)
  const add = db.prepare(
    `INSERT INTO ${name}${suffix} (${['id', ...names].join(', ')}) VALUES (?${', ?'.repeat(names.length)})`,
  )
  const change = db.prepare(
    `UPDATE ${name}${suffix} SET ${names.map((column) => `${column} = ?`).join(', ')} WHERE number = ?`,
  )
  const remove = db.prepare(`DELETE FROM ${name}${suffix} WHERE id = ?`)
  const others = [
    ...Object.entries(lists).map(([table, list]) => ({
      table,
      ...createDependent(db, `${table}${suffix}`, ['number', ...Object.keys(list.columns)]),
    })),
    ...Object.entries(texts).map(([table, own]) => ({
      table,
      ...createDependent(db, `${table}${suffix}`, ['rowid', ...own]),
    })),
  ]

  return {
    put(id: string, rows: ViewRows) {
      const row = find.get(id)
      const values = valuesOf(rows[name] as Row, names)
      const number = row?.number ?? Number(add.run(id, ...values).lastInsertRowid)
      if (row) change.all(...values, number)
      for (const { table, remove: clear, insert } of others) {
        // A full-text table records each deletion, even that of a missing row.
        if (row) clear(number)
        insert(number, [rows[table]!].flat())
      }
    },
    remove(id: string) {
      const row = find.get(id)
      if (!row) return
      for (const { remove: clear } of others) clear(row.number)
      remove.all(id)
    },
  }
}

/** Writes a table with any number of rows per document. The first column is the document's number. */
function createDependent(
  db: DatabaseSync,
  table: string,
  [number, ...columns]: readonly [string, ...string[]],
) {
  const remove: StatementSync = db.prepare(`DELETE FROM ${table} WHERE ${number} = ?`)
  const insert = db.prepare(
    `INSERT INTO ${table} (${[number, ...columns].join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  )
  return {
    remove: (of: number) => void remove.all(of),
    insert(of: number, rows: readonly Row[]) {
      for (const row of rows) insert.all(of, ...valuesOf(row, columns))
    },
  }
}

const valuesOf = (row: Row, columns: readonly string[]) => columns.map((column) => parameterOf(row[column]))

const parameterOf = (value: Value): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)
