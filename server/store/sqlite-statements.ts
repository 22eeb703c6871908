import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

import type { Declared } from './declaration.ts'
import { outdatedIndexName, quoted } from './sqlite-schema.ts'

export type Row = [revision: number, version: number, body: string]

export interface Sql {
  text: string
  values: SQLInputValue[]
}

export type Statements = ReturnType<typeof createStatements>

/**
 * At the end of a statement. SQLite compiles a statement whose LIMIT is a lone parameter again each time it is bound, which
 * takes longer than most queries; it does not for an expression.
 */
export const LIMIT_PARAMETER = 'LIMIT ? + 0'

/** Of a statement that selects one number and returns arrays. */
const numberFrom = (statement: StatementSync) => (statement.get() as unknown as [number | null])[0] ?? 0

/**
 * Every statement is prepared once: there are as many as there are shapes of queries. Writes use `all`, because `run` throws
 * a RangeError when the connection's last rowid is one of those that full-text tables give their own pages.
 */
export function createStatements(db: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  const byCollection = new Map<Declared, DocumentStatements>()

  function prepare(text: string) {
    const known = prepared.get(text)
    if (known) return known
    const statement = db.prepare(text)
    prepared.set(text, statement)
    return statement
  }

  function documents(declared: Declared) {
    const known = byCollection.get(declared)
    if (known) return known
    const statements = prepareDocuments(declared, prepare)
    byCollection.set(declared, statements)
    return statements
  }

  const lastChange = prepare('SELECT max(seq) FROM _changes')
  lastChange.setReturnArrays(true)
  const changes = prepare(
    `SELECT seq, collection, id FROM _changes WHERE seq > ? ORDER BY seq ${LIMIT_PARAMETER}`,
  )
  changes.setReturnArrays(true)
  const prune = prepare('DELETE FROM _changes WHERE seq <= ?')
  const firstChange = prepare('SELECT min(seq) FROM _changes')
  firstChange.setReturnArrays(true)

  let known: number | undefined
  const forget = () => (known = undefined)

  return {
    documents,
    /**
     * The number of the latest change; 0 before the first. Read once for all that runs without a pause: a request asks for it
     * for each read model that it uses.
     */
    lastChange() {
      if (known === undefined) {
        known = numberFrom(lastChange)
        process.nextTick(forget)
      }
      return known
    },
    firstChange: () => numberFrom(firstChange),
    changesAfter: (seq: number, limit: number) =>
      changes.all(seq, limit) as unknown as [seq: number, collection: string, id: string][],
    pruneChanges: (seq: number) => void prune.all(seq),
    run(text: string) {
      prepare(text).all()
      forget()
    },
    inTransaction: () => db.isTransaction,
    /** Rows as arrays: objects would be a sixth of what a page costs. Their types are those of the columns. */
    all<R extends unknown[]>({ text, values }: Sql): R[] {
      const statement = prepare(text)
      statement.setReturnArrays(true)
      return statement.all(...values) as unknown[] as R[]
    },
    texts: () => [...prepared.keys()],
  }
}

type DocumentStatements = ReturnType<typeof prepareDocuments>

function prepareDocuments({ name, collection }: Declared, prepare: (text: string) => StatementSync) {
  const table = quoted(name)
  const version = collection.schemaVersion
  const get = prepare(`SELECT revision, version, body FROM ${table} WHERE id = ?`)
  get.setReturnArrays(true)
  const revision = prepare(`SELECT revision FROM ${table} WHERE id = ?`)
  // Random, so that a document deleted and made again shows as changed; 53 bits, to fit a JavaScript number.
  const insert = `INSERT INTO ${table} (id, revision, version, body) VALUES (?, random() >> 11, ${version}, ?)
    ON CONFLICT (id) DO`
  const create = prepare(`${insert} NOTHING RETURNING 1`)
  const put = prepare(`${insert} UPDATE
    SET revision = excluded.revision, version = excluded.version, body = excluded.body`)
  const remove = prepare(`DELETE FROM ${table} WHERE id = ?`)
  const outdated = prepare(`SELECT id FROM ${table} INDEXED BY ${outdatedIndexName(name, version)}
    WHERE version < ${version} AND id > '' ORDER BY id ${LIMIT_PARAMETER}`)

  return {
    get: (id: string) => get.get(id) as unknown as Row | undefined,
    revision: (id: string) => revision.get(id)?.['revision'],
    /** @returns whether the id was free */
    create: (id: string, body: string) => create.get(id, body) !== undefined,
    put: (id: string, body: string) => void put.all(id, body),
    remove: (id: string) => void remove.all(id),
    outdated: (limit: number) => outdated.all(limit).map((row) => row['id'] as string),
  }
}
