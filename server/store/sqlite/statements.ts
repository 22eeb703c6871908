import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

import type { Declared } from '#server/store/declaration.ts'
import type { Statement } from '#server/views/statement.ts'
import { outdatedIndexName, quoted } from './schema.ts'
import type { Snapshot } from './snapshot.ts'

export type Row = [revision: number, version: number, body: string]

export interface Sql {
  text: string
  values: SQLInputValue[]
}

export type PreparedStatements = ReturnType<typeof createPreparedStatements>

/**
 * Ends a statement. SQLite recompiles a statement whose LIMIT is a lone parameter each time it is bound, which takes
 * longer than most queries; it does not for an expression.
 */
export const LIMIT_PARAMETER = 'LIMIT ? + 0'

type OneNumber = [number | null]

/**
 * Prepares every statement once: their number is that of the shapes of queries. Writes use `all`, because `run`
 * throws a RangeError when the connection's last rowid is one of those that full-text tables give their own pages.
 */
export function createPreparedStatements(db: DatabaseSync, snapshot: Snapshot) {
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
    const statements = prepareDocuments(declared, { prepare, arrays, snapshot })
    byCollection.set(declared, statements)
    return statements
  }

  /** Rows as arrays, because objects would be a sixth of a page's cost. Their types are those of the columns. */
  function arrays<R extends unknown[]>(text: string) {
    const statement = prepare(text)
    statement.setReturnArrays(true)
    return statement as unknown as Statement<R>
  }

  const lastChange = arrays<OneNumber>('SELECT max(seq) FROM _changes')
  const changes = arrays<[seq: number, collection: string, id: string]>(
    `SELECT seq, collection, id FROM _changes WHERE seq > ? ORDER BY seq ${LIMIT_PARAMETER}`,
  )
  const prune = prepare('DELETE FROM _changes WHERE seq <= ?')
  const firstChange = arrays<OneNumber>('SELECT min(seq) FROM _changes')

  function numberFrom(statement: Statement<OneNumber>) {
    snapshot.begin()
    return statement.get()![0] ?? 0
  }

  return {
    documents,
    /** The number of the latest change; 0 before the first. */
    lastChange: () => numberFrom(lastChange),
    firstChange: () => numberFrom(firstChange),
    changesAfter(seq: number, limit: number) {
      snapshot.begin()
      return changes.all(seq, limit)
    },
    pruneChanges(seq: number) {
      snapshot.end()
      prune.all(seq)
    },
    /** Begins a transaction that sees the latest commit. */
    begin(text: 'BEGIN' | 'BEGIN IMMEDIATE') {
      snapshot.end()
      prepare(text).all()
    },
    run: (text: string) => void prepare(text).all(),
    inTransaction: () => db.isTransaction,
    all<R extends unknown[]>({ text, values }: Sql) {
      snapshot.begin()
      return arrays<R>(text).all(...values)
    },
    texts: () => [...prepared.keys()],
  }
}

type DocumentStatements = ReturnType<typeof prepareDocuments>

interface Prepare {
  prepare: (text: string) => StatementSync
  arrays: <R extends unknown[]>(text: string) => Statement<R>
  snapshot: Snapshot
}

function prepareDocuments({ name, collection }: Declared, { prepare, arrays, snapshot }: Prepare) {
  const table = quoted(name)
  const version = collection.schemaVersion
  const get = arrays<Row>(`SELECT revision, version, body FROM ${table} WHERE id = ?`)
  const revision = prepare(`SELECT revision FROM ${table} WHERE id = ?`)
  // Random, so that a document which is deleted and created again counts as changed; 53 bits, to fit a
  // JavaScript number.
  const insert = `INSERT INTO ${table} (id, revision, version, body) VALUES (?, random() >> 11, ${version}, ?)
    ON CONFLICT (id) DO`
  const create = prepare(`${insert} NOTHING RETURNING 1`)
  const put = prepare(`${insert} UPDATE
    SET revision = excluded.revision, version = excluded.version, body = excluded.body`)
  const remove = prepare(`DELETE FROM ${table} WHERE id = ?`)
  const outdated = arrays<[string]>(`SELECT id FROM ${table} INDEXED BY ${outdatedIndexName(name, version)}
    WHERE version < ${version} AND id > '' ORDER BY id ${LIMIT_PARAMETER}`)

  return {
    get(id: string) {
      snapshot.begin()
      return get.get(id)
    },
    revision: (id: string) => revision.get(id)?.['revision'],
    /** @returns whether the id was free */
    create: (id: string, body: string) => create.get(id, body) !== undefined,
    put: (id: string, body: string) => void put.all(id, body),
    remove: (id: string) => void remove.all(id),
    outdated: (limit: number) => outdated.all(limit).map(([id]) => id),
  }
}
