import { hash } from 'node:crypto'
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

import type { Value } from './sql.ts'
import { hashOf, type Row, tablesOf, type View } from './view.ts'

/** Errors of SQLite about the values of one row. */
const MISFITS: ReadonlySet<unknown> = new Set([19, 20])

interface ProjectionLog {
  warn(facts: object, message: string): void
  info(facts: object, message: string): void
}

export type Projection = ReturnType<typeof createProjection>

/** Keeps the tables of views in step with documents. Everything runs in the caller's transaction. */
export function createProjection(db: DatabaseSync, views: readonly View[], log: ProjectionLog) {
  const byCollection = Map.groupBy(views, (view) => view.of.name)
  const writers = new Map<View, ViewWriter>()
  const writerOf = (view: View) => writers.getOrInsertComputed(view, () => createWriter(db, view))

  function project(view: View, id: string, document: unknown) {
    const writer = writerOf(view)
    try {
      const rows = document === undefined ? undefined : view.rowsOf(document)
      if (rows) writer.put(id, rows)
      else writer.remove(id)
    } catch (err) {
      if (!isMisfit(err)) throw err
      writer.remove(id)
      log.warn({ err, view: view.name, id }, 'a document was left out of its view')
    }
  }

  return {
    /** Names of the collections that have views. */
    collections: new Set(byCollection.keys()) as ReadonlySet<string>,

    /** The same for all processes whose views have the same definitions. */
    definition: hash('sha256', views.map((view) => `${view.name} ${hashOf(view)}`).join(), 'base64url'),

    /**
     * Creates the tables of views that are new or have changed, empty.
     * @returns these views
     */
    create(): View[] {
      db.exec(
        'CREATE TABLE IF NOT EXISTS _views (name TEXT PRIMARY KEY, hash TEXT NOT NULL, tables TEXT NOT NULL)',
      )
      const stored = new Map(
        db
          .prepare('SELECT name, hash, tables FROM _views')
          .all()
          .map((row) => [row['name'] as string, row as { hash: string; tables: string }]),
      )
      const changed = views.filter((view) => stored.get(view.name)?.hash !== hashOf(view))
      const names = new Set(views.map(({ name }) => name))
      const dropped = [...stored.keys()].filter((name) => !names.has(name))
      for (const name of [...dropped, ...changed.map((view) => view.name)]) {
        for (const table of JSON.parse(stored.get(name)?.tables ?? '[]') as string[])
          db.exec(`DROP TABLE IF EXISTS ${table}`)
        db.prepare('DELETE FROM _views WHERE name = ?').all(name)
      }
      for (const view of changed) {
        createTables(db, view)
        const row = [view.name, hashOf(view), JSON.stringify(tablesOf(view))]
        db.prepare('INSERT INTO _views VALUES (?, ?, ?)').all(...row)
      }
      return changed
    },

    /** Replaces the rows of a document in the views of its collection, or in those given. */
    put(collection: string, document: { id: string }, only = byCollection.get(collection) ?? []) {
      for (const view of only) project(view, document.id, document)
    },

    remove(collection: string, id: string) {
      for (const view of byCollection.get(collection) ?? []) project(view, id, undefined)
    },

    clear(view: View) {
      for (const table of tablesOf(view)) db.exec(`DELETE FROM ${table}`)
    },
  }
}

const isMisfit = (error: unknown) =>
  !(error instanceof Error && 'errcode' in error) || MISFITS.has((error.errcode as number) & 0xff)

/** `categories`: all characters but punctuation, spaces and control codes, as `tokenise` has it. */
const TOKENIZER = `tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* S* Co'"`

const defined = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([column, type]) => `, ${column} ${type}`)
    .join('')

function createTables(db: DatabaseSync, { name, columns, indexes, lists, texts, counts }: View) {
  db.exec(
    `CREATE TABLE ${name} (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE${defined(columns)}) STRICT`,
  )
  createIndexes(db, name, indexes)
  for (const [table, list] of Object.entries(lists)) {
    db.exec(`CREATE TABLE ${table} (number INTEGER NOT NULL${defined(list.columns)},
      PRIMARY KEY (${list.key.join(', ')})) STRICT, WITHOUT ROWID`)
    const isByNumber = list.key[0] === 'number'
    createIndexes(db, table, [...(isByNumber ? [] : ['number']), ...(list.indexes ?? [])])
  }
  for (const [table, names] of Object.entries(texts)) {
    db.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(${names.join(', ')},
      content = '', contentless_delete = 1, detail = column, prefix = '1 2 3', ${TOKENIZER})`)
  }
  for (const [table, count] of Object.entries(counts)) createCounts(db, table, count)
}

/** Triggers, because a count over a whole table would be most of what a list costs. */
function createCounts(db: DatabaseSync, table: string, { of, by, indexes = [] }: View['counts'][string]) {
  const key = by.join(', ')
  const rowOf = (row: 'old' | 'new') => by.map((column) => `${row}.${column}`).join(', ')
  const isOf = by.map((column) => `${column} = old.${column}`).join(' AND ')
  const more = `INSERT INTO ${table} VALUES (${rowOf('new')}, 1) ON CONFLICT DO UPDATE SET count = count + 1;`
  const less = `UPDATE ${table} SET count = count - 1 WHERE ${isOf};
    DELETE FROM ${table} WHERE ${isOf} AND count = 0;`
  db.exec(`
    CREATE TABLE ${table} (${key}, count INTEGER NOT NULL, PRIMARY KEY (${key})) WITHOUT ROWID;
    CREATE TRIGGER ${table}Insert AFTER INSERT ON ${of} BEGIN ${more} END;
    CREATE TRIGGER ${table}Delete AFTER DELETE ON ${of} BEGIN ${less} END;
    CREATE TRIGGER ${table}Update AFTER UPDATE OF ${key} ON ${of} WHEN (${rowOf('old')}) <> (${rowOf('new')})
      BEGIN ${less} ${more} END;`)
  createIndexes(db, table, indexes)
}

function createIndexes(db: DatabaseSync, table: string, indexes: readonly string[]) {
  for (const columns of indexes) db.exec(`CREATE INDEX "${table}(${columns})" ON ${table} (${columns})`)
}

type ViewWriter = ReturnType<typeof createWriter>

// Writes use `all`: after one to a full-text table `run` can throw a RangeError about the last rowid.

function createWriter(db: DatabaseSync, { name, columns, lists, texts }: View) {
  const names = Object.keys(columns)
  const find = db.prepare(`SELECT number FROM ${name} WHERE id = ?`)
  const put = db.prepare(`INSERT INTO ${name} (id${names.map((column) => `, ${column}`).join('')})
    VALUES (?${', ?'.repeat(names.length)})
    ON CONFLICT (id) DO ${names.length === 0 ? 'UPDATE SET id = id' : `UPDATE SET ${names.map((column) => `${column} = excluded.${column}`).join(', ')}`}
    RETURNING number`)
  const remove = db.prepare(`DELETE FROM ${name} WHERE id = ?`)
  const others = [
    ...Object.entries(lists).map(([table, list]) =>
      createInserts(db, table, ['number', ...Object.keys(list.columns)]),
    ),
    ...Object.entries(texts).map(([table, own]) => createInserts(db, table, ['rowid', ...own])),
  ]

  return {
    put(id: string, rows: Readonly<Record<string, Row | readonly Row[]>>) {
      const { number } = put.get(id, ...valuesOf(rows[name] as Row, names)) as { number: number }
      for (const { table, replace } of others) replace(number, [rows[table]!].flat())
    },
    remove(id: string) {
      const row = find.get(id) as { number: number } | undefined
      if (!row) return
      for (const { replace } of others) replace(row.number, [])
      remove.all(id)
    },
  }
}

/** For a table of which each document has any number of rows. The first column is the document's number. */
function createInserts(
  db: DatabaseSync,
  table: string,
  [number, ...columns]: readonly [string, ...string[]],
) {
  const remove: StatementSync = db.prepare(`DELETE FROM ${table} WHERE ${number} = ?`)
  const insert = db.prepare(
    `INSERT INTO ${table} (${[number, ...columns].join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  )
  return {
    table,
    replace(of: number, rows: readonly Row[]) {
      remove.all(of)
      for (const row of rows) insert.all(of, ...valuesOf(row, columns))
    },
  }
}

const valuesOf = (row: Row, columns: readonly string[]) => columns.map((column) => parameterOf(row[column]))

const parameterOf = (value: Value): SQLInputValue =>
  typeof value === 'boolean' ? Number(value) : (value ?? null)
