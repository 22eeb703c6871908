import type { DatabaseSync } from 'node:sqlite'

import { createProjection } from '#server/views/projection.ts'
import { createViewReader } from '#server/views/reader.ts'
import type { View } from '#server/views/view.ts'

import type { Declarations } from './declaration.ts'
import { toCurrentVersion } from './documents.ts'
import type { Write } from './pending-writes.ts'
import { asStoreError } from './sqlite-errors.ts'
import { quoted } from './sqlite-schema.ts'
import type { Row, Statements } from './sqlite-statements.ts'
import type { StoreLog } from './store-log.ts'

const PAGE = 500
/** Documents of a collection above which building its views is logged. */
const MANY = 10_000

interface Deps {
  db: DatabaseSync
  statements: Statements
  declarations: Declarations
  views: readonly View[]
  log: StoreLog
}

export type SqliteViews = ReturnType<typeof createSqliteViews>

/**
 * Views in the store's own file, written in the transaction of the documents. The number of the last change that they have
 * is stored with them, so that what another release or a repair by hand writes is noticed, and projected by whoever reads
 * or writes next.
 */
export function createSqliteViews({ db, statements, declarations, views, log }: Deps) {
  const projection = createProjection(db, views, log)
  const { reader, texts } = createViewReader(db, (error) => asStoreError(error) as Error)
  const declaredOf = new Map(declarations.all.map((declared) => [declared.name, declared]))

  open()
  const readState =
    db.prepare(`SELECT position, definition, coalesce((SELECT max(seq) FROM _changes), 0) AS last
    FROM _view_state`)
  const advance = db.prepare('UPDATE _view_state SET position = coalesce((SELECT max(seq) FROM _changes), 0)')

  /** Creates the tables, and fills those that are new or have changed, in one transaction: readers see the former until then. */
  function open() {
    db.exec('BEGIN IMMEDIATE')
    try {
      const changed = projection.create()
      db.exec(`CREATE TABLE IF NOT EXISTS _view_state (
        one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL, definition TEXT NOT NULL)`)
      for (const view of changed) fill(view)
      const { position } = (db.prepare('SELECT position FROM _view_state').get() ?? { position: 0 }) as {
        position: number
      }
      catchUp(position)
      db.prepare('INSERT OR REPLACE INTO _view_state SELECT 1, coalesce(max(seq), 0), ? FROM _changes').all(
        projection.definition,
      )
      db.exec('COMMIT')
    } finally {
      if (db.isTransaction) db.exec('ROLLBACK')
    }
  }

  function fill(view: View) {
    const declared = declarations.of(view.of)
    const select = db.prepare(
      `SELECT id, version, body FROM ${quoted(declared.name)} WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
    )
    let documents = 0
    const began = Date.now()
    for (let after = ''; ;) {
      const rows = select.all(after) as unknown as { id: string; version: number; body: string }[]
      for (const { version, body } of rows) {
        projection.put(declared.name, toCurrentVersion(declared, JSON.parse(body), version), [view])
      }
      documents += rows.length
      if (rows.length < PAGE) break
      after = rows.at(-1)!.id
      if (documents % MANY === 0) log.info({ view: view.name, documents }, 'building a view')
    }
    if (documents >= MANY) log.info({ view: view.name, documents, ms: Date.now() - began }, 'built a view')
  }

  /** Projects the changes after `position`. */
  function catchUp(position: number) {
    if (position + 1 < statements.firstChange()) {
      for (const view of views) {
        projection.clear(view)
        fill(view)
      }
      return
    }
    for (let from = position; ;) {
      const changes = statements.changesAfter(from, PAGE)
      const seen = new Set<string>()
      for (const [, collection, id] of changes) {
        const key = `${collection} ${id}`
        if (seen.has(key) || !projection.collections.has(collection)) continue
        seen.add(key)
        projectStored(collection, id)
      }
      if (changes.length < PAGE) return
      from = changes.at(-1)![0]
    }
  }

  function projectStored(collection: string, id: string) {
    const declared = declaredOf.get(collection)
    if (!declared) return
    const row: Row | undefined = statements.documents(declared).get(id)
    if (row) projection.put(collection, toCurrentVersion(declared, JSON.parse(row[2]), row[1]))
    else projection.remove(collection, id)
  }

  function projectWrite(write: Write) {
    const { name } = write.declared
    if (!projection.collections.has(name)) return
    if (write.kind === 'delete') projection.remove(name, write.id)
    else projection.put(name, JSON.parse(write.body))
  }

  const state = () => readState.get() as unknown as { position: number; definition: string; last: number }
  const isOwn = ({ definition }: { definition: string }) => definition === projection.definition

  return {
    reader,
    texts,

    /** Whether the views have every commit so far. Always, where a later release keeps them by its own definitions. */
    isCurrent() {
      const now = state()
      return now.position === now.last || !isOwn(now)
    },

    /**
     * Within a write transaction, after its documents were written.
     * @param wasCurrent whether the views had every commit before it
     */
    project(writes: readonly Write[], wasCurrent: boolean) {
      const now = state()
      if (!isOwn(now) || now.position === now.last) return
      if (wasCurrent) writes.forEach(projectWrite)
      else catchUp(now.position)
      advance.all()
    },
  }
}
