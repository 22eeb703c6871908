import type { DatabaseSync } from 'node:sqlite'

import type { Query, Value, ViewReader } from './sql.ts'
import type { Statement } from './statement.ts'

interface Prepared {
  statement: Statement<Value[]>
  columns: readonly string[]
}

/**
 * Prepares each text once. `fail` turns an error of SQLite into one of the store's. `beforeRead` is called before each
 * read.
 */
export function createViewReader(
  db: DatabaseSync,
  fail: (error: unknown) => Error,
  beforeRead: () => void = () => {},
) {
  const prepared = new Map<string, Prepared>()

  function prepare(text: string): Prepared {
    const statement = db.prepare(text)
    statement.setReturnArrays(true)
    return {
      statement: statement as unknown as Prepared['statement'],
      columns: statement.columns().map(({ name }) => name),
    }
  }

  function run<R>(query: Query, read: (of: Prepared) => R): R {
    try {
      beforeRead()
      return read(prepared.getOrInsertComputed(query.text, prepare))
    } catch (error) {
      throw fail(error)
    }
  }

  // The author of a query knows the columns of its rows.
  const reader: ViewReader = {
    all: (query) =>
      run(query, ({ statement, columns }) =>
        statement.all(...query.values).map((row) => objectOf(columns, row)),
      ) as never[],
    get: (query) =>
      run(query, ({ statement, columns }) => {
        const row = statement.get(...query.values)
        return row && objectOf(columns, row)
      }) as never,
    column: (query) =>
      run(query, ({ statement }) => statement.all(...query.values).map(([first]) => first as string)),
  }
  return { reader, texts: () => [...prepared.keys()] }
}

/** Takes a quarter of the time in which `node:sqlite` makes an object of a row. */
function objectOf(columns: readonly string[], row: readonly Value[]) {
  const object: Record<string, Value> = {}
  for (let at = 0; at < columns.length; at += 1) object[columns[at]!] = row[at]
  return object
}
