import type { DatabaseSync } from 'node:sqlite'

import type { Declarations, Declared, DeclaredIndex } from '#server/store/declaration.ts'
import { inTransaction } from '#server/lib/in-transaction.ts'

/** Quoted, so that any declared path can be a name; a path holds no quote. */
export const quoted = (name: string) => `"${name}"`
/** An indexed field's column. The `$` keeps fields apart from the columns of the store's own. */
export const columnOf = (path: string) => quoted(`$.${path}`)

/** `events(status, going[], startsAt)`: the name of an index, and for `contains` of its entry table. */
export const indexName = (name: string, { equal, contains, order }: DeclaredIndex) =>
  quoted(
    `${name}(${[...equal, ...(contains ? [`${contains}[]`] : []), ...(order ? [order] : [])].join(', ')})`,
  )

export const outdatedIndexName = (name: string, version: number) => quoted(`${name}(version < ${version})`)

/** The columns of an index that a query fixes, then the one that it orders by, then the id. */
export const indexColumns = ({ equal, contains, order }: DeclaredIndex): string[] => [
  ...equal.map(columnOf),
  ...(contains ? [columnOf(`${contains}[]`)] : []),
  ...(order ? [columnOf(order)] : []),
  'id',
]

/** Creates whatever is missing, in one transaction, because another process may be doing the same. */
export function createMissing(db: DatabaseSync, { all }: Declarations) {
  const create = () => {
    db.exec(CHANGES)
    for (const declared of all) {
      createCollection(db, declared)
      if (declared.collection.hasFeed) createChangeTriggers(db, declared)
    }
  }
  inTransaction(db, create, () => db.exec('BEGIN IMMEDIATE'))
}

/** Numbers of changed documents in the order of commits, for the feeds of all processes. A number is never reused. */
const CHANGES = `CREATE TABLE IF NOT EXISTS _changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, id TEXT NOT NULL)`

/** Triggers record a change regardless of its author: an earlier release of the server, or a manual repair. */
function createChangeTriggers(db: DatabaseSync, { name }: Declared) {
  for (const [when, row] of [
    ['INSERT', 'new'],
    ['UPDATE', 'new'],
    ['DELETE', 'old'],
  ]) {
    db.exec(`CREATE TRIGGER IF NOT EXISTS ${quoted(`${name} change ${when}`)} AFTER ${when} ON ${quoted(name)}
      BEGIN INSERT INTO _changes (collection, id) VALUES ('${name}', ${row}.id); END`)
  }
}

function createCollection(db: DatabaseSync, declared: Declared) {
  const table = quoted(declared.name)
  const indexes = [...declared.indexes.values()].filter((index) => indexColumns(index).length > 1)
  const paths = new Set(indexes.flatMap(({ equal, order }) => [...equal, ...(order ? [order] : [])]))
  const defined = new Map(
    [...paths].map((path) => [
      columnOf(path),
      `${columnOf(path)} AS (json_extract(body, '$.${path}')) VIRTUAL`,
    ]),
  )
  // Not WITHOUT ROWID: with documents of 1 KB and more in the tree's inner pages, every read is slower.
  // `body` is the last that is stored, so that reading a revision does not walk a large document's overflow pages.
  const columns = [
    'id TEXT PRIMARY KEY NOT NULL',
    'revision INTEGER NOT NULL',
    'version INTEGER NOT NULL',
    'body TEXT NOT NULL',
    ...defined.values(),
  ]
  db.exec(`CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')})`)
  const present = new Set(
    db
      .prepare(`PRAGMA table_xinfo(${table})`)
      .all()
      .map(({ name }) => quoted(String(name))),
  )
  for (const [column, definition] of defined) {
    if (!present.has(column)) db.exec(`ALTER TABLE ${table} ADD COLUMN ${definition}`)
  }
  for (const index of indexes) {
    if (index.contains) createEntries(db, declared, index, index.contains)
    else {
      const name = indexName(declared.name, index)
      // Queries skip documents without the ordered field, so their entries would only make writes slower.
      const condition = index.order ? ` WHERE ${columnOf(index.order)} IS NOT NULL` : ''
      db.exec(
        `CREATE INDEX IF NOT EXISTS ${name} ON ${table} (${indexColumns(index).join(', ')})${condition}`,
      )
    }
  }
  // Holds only outdated documents, so it costs the others nothing and empties as they are migrated.
  const { schemaVersion } = declared.collection
  db.exec(
    `CREATE INDEX IF NOT EXISTS ${outdatedIndexName(declared.name, schemaVersion)} ON ${table} (id) WHERE version < ${schemaVersion}`,
  )
}

/**
 * SQLite cannot index the items of an array, so they have a table with one row for each, maintained by triggers on
 * every write.
 */
function createEntries(db: DatabaseSync, declared: Declared, index: DeclaredIndex, contains: string) {
  const entries = indexName(declared.name, index)
  const name = entries.slice(1, -1)
  if (db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name)) return

  const table = quoted(declared.name)
  const columns = indexColumns(index)
  const member = columnOf(`${contains}[]`)
  const values = columns.map((column) => (column === member ? 'member.value' : `document.${column}`))
  const present = values.map((value) => `${value} IS NOT NULL`).join(' AND ')
  // DISTINCT: an array may hold a member twice.
  const insert = `INSERT INTO ${entries} SELECT DISTINCT ${values.join(', ')}
    FROM ${table} AS document, json_each(document.body, '$.${contains}') AS member WHERE ${present}`
  const remove = `DELETE FROM ${entries} WHERE id = old.id`
  const trigger = (when: string) => `CREATE TRIGGER ${quoted(`${name} ${when}`)} AFTER ${when} ON ${table}`
  const array = (row: string) => `json_extract(${row}.body, '$.${contains}')`
  const changed = columns.map((column) =>
    column === member ? `${array('old')} IS NOT ${array('new')}` : `old.${column} IS NOT new.${column}`,
  )

  db.exec(`
    CREATE TABLE ${entries} (${columns.join(', ')}, PRIMARY KEY (${columns.join(', ')})) WITHOUT ROWID;
    CREATE INDEX ${quoted(`${name} id`)} ON ${entries} (id);
    ${trigger('INSERT')} BEGIN ${insert} AND document.id = new.id; END;
    ${trigger('UPDATE')} WHEN ${changed.join(' OR ')} BEGIN ${remove}; ${insert} AND document.id = new.id; END;
    ${trigger('DELETE')} BEGIN ${remove}; END;
    ${insert};`)
}
