import type { DatabaseSync } from 'node:sqlite'

import { hashOf, TEXT_OPTIONS, type View } from './view.ts'

/** Appended to the names of tables that are being built, until they replace those of the same view. */
export const buildSuffix = (view: View) => `_${hashOf(view).slice(0, 8).replaceAll('-', '_')}`

/** Dropping or emptying them in this order leaves nothing behind. */
export const tablesOf = ({ name, lists, texts, counts }: View): string[] => [
  name,
  ...Object.keys(lists),
  ...Object.keys(texts),
  ...Object.keys(counts),
]

/**
 * Creates tables to be filled, without the indexes and triggers that would slow down each row: `completions` adds
 * them.
 * @param suffix appended to the names of tables; names of indexes and triggers are the view's own in any case
 */
export function createTables(db: DatabaseSync, { name, columns, lists, texts }: View, suffix = '') {
  db.exec(
    `CREATE TABLE ${name}${suffix} (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE${defined(columns)}) STRICT`,
  )
  for (const [table, { columns: own, key }] of Object.entries(lists)) {
    const byNumber = new Set(['number', ...key])
    db.exec(`CREATE TABLE ${table}${suffix} (number INTEGER NOT NULL${defined(own)},
      PRIMARY KEY (${[...byNumber].join(', ')})) STRICT, WITHOUT ROWID`)
  }
  for (const [table, names] of Object.entries(texts)) {
    db.exec(`CREATE VIRTUAL TABLE ${table}${suffix} USING fts5(${names.join(', ')}, ${TEXT_OPTIONS})`)
  }
}

/**
 * Statements that complete a view's tables once they are filled: sorting all rows for an index takes a fraction of
 * the time of inserting each.
 */
export function completions(view: View, suffix = ''): string[] {
  const { name, indexes, lists, texts, counts } = view
  const own = buildSuffix(view)
  const index = (table: string, columns: string) =>
    `CREATE INDEX "${table}(${columns})${own}" ON ${table}${suffix} (${columns})`
  return [
    ...indexes.map((columns) => index(name, columns)),
    ...Object.entries(lists).flatMap(([table, { columns, key, indexes: more = [] }]) => {
      const covering = [...new Set([...key, ...Object.keys(columns)])].join(', ')
      return (key[0] === 'number' ? more : [covering, ...more]).map((each) => index(table, each))
    }),
    // Searches take half the time in an index of one part.
    ...Object.keys(texts).map(
      (table) => `INSERT INTO ${table}${suffix} (${table}${suffix}) VALUES ('optimize')`,
    ),
    ...Object.entries(counts).flatMap(([table, { of, by, indexes: more = [] }]) => [
      countOf({ table, of, by, suffix, own }),
      ...more.map((columns) => index(table, columns)),
    ]),
  ]
}

const defined = (columns: Readonly<Record<string, string>>) =>
  Object.entries(columns)
    .map(([column, type]) => `, ${column} ${type}`)
    .join('')

interface Count {
  table: string
  of: string
  by: readonly string[]
  suffix: string
  own: string
}

/** Triggers, because counting a whole table would be most of the cost of a list. */
function countOf({ table, of, by, suffix, own }: Count) {
  const key = by.join(', ')
  const counted = `${table}${suffix}`
  const rowOf = (row: 'old' | 'new') => by.map((column) => `${row}.${column}`).join(', ')
  const isOf = by.map((column) => `${column} = old.${column}`).join(' AND ')
  const more = `INSERT INTO ${counted} VALUES (${rowOf('new')}, 1) ON CONFLICT DO UPDATE SET count = count + 1;`
  const less = `UPDATE ${counted} SET count = count - 1 WHERE ${isOf};
    DELETE FROM ${counted} WHERE ${isOf} AND count = 0;`
  return `
    CREATE TABLE ${counted} (${key}, count INTEGER NOT NULL, PRIMARY KEY (${key})) WITHOUT ROWID;
    INSERT INTO ${counted} SELECT ${key}, count(*) FROM ${of}${suffix} GROUP BY ${key};
    CREATE TRIGGER ${table}Insert${own} AFTER INSERT ON ${of}${suffix} BEGIN ${more} END;
    CREATE TRIGGER ${table}Delete${own} AFTER DELETE ON ${of}${suffix} BEGIN ${less} END;
    CREATE TRIGGER ${table}Update${own} AFTER UPDATE OF ${key} ON ${of}${suffix}
      WHEN (${rowOf('old')}) <> (${rowOf('new')}) BEGIN ${less} ${more} END;`
}

export function dropTables(db: DatabaseSync, tables: readonly string[]) {
  for (const table of tables) db.exec(`DROP TABLE IF EXISTS ${table}`)
}

/** Renames tables that were built to the names of the view. */
export function nameTables(db: DatabaseSync, view: View) {
  for (const table of tablesOf(view)) db.exec(`ALTER TABLE ${table}${buildSuffix(view)} RENAME TO ${table}`)
}
