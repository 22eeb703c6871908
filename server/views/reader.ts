import type { DatabaseSync, StatementSync } from 'node:sqlite'

import type { Query, ViewReader } from './sql.ts'

/**
 * Prepares each text once. `fail` turns an error of SQLite into one of the store's. `beforeRead` is called before each
 * read.
 */
export function createViewReader(
  db: DatabaseSync,
  fail: (error: unknown) => Error,
  beforeRead: () => void = () => {},
) {
  const prepared = new Map<string, StatementSync>()

  function run<R>(query: Query, read: (statement: StatementSync) => R): R {
    try {
      beforeRead()
      return read(prepared.getOrInsertComputed(query.text, () => db.prepare(query.text)))
    } catch (error) {
      throw fail(error)
    }
  }

  // The author of a query knows the columns of its rows.
  const reader: ViewReader = {
    all: (query) => run(query, (statement) => statement.all(...query.values)) as never[],
    get: (query) => run(query, (statement) => statement.get(...query.values)) as never,
  }
  return { reader, texts: () => [...prepared.keys()] }
}
