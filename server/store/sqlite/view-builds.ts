import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSync } from 'node:sqlite'

import { createProjection } from '#server/views/projection.ts'
import { definitionOf, hashOf, type View } from '#server/views/view.ts'
import {
  buildSuffix,
  completions,
  createTables,
  dropTables,
  nameTables,
  tablesOf,
} from '#server/views/tables.ts'
import type { Declarations } from '#server/store/declaration.ts'
import { toCurrentVersion } from '#server/store/documents.ts'
import type { StoreLog } from '#server/store/store-log.ts'
import { prepare } from '#server/views/statement.ts'
import { inTransaction } from '#server/lib/in-transaction.ts'

import type { Checkpoints } from './checkpoints.ts'
import { asStoreError, isBusy } from './errors.ts'
import { quoted } from './schema.ts'
import type { PreparedStatements } from './statements.ts'

const BATCH = 500
/** Number of documents up to which views are built while the store opens. */
const BUILD_BATCH = 2_000
const LOGGED_EACH = 20_000

const isBuilt = (view: View, { completed }: Build) => completed === completions(view).length

interface Deps {
  db: DatabaseSync
  statements: PreparedStatements
  declarations: Declarations
  views: readonly View[]
  checkpoints: Checkpoints | undefined
  log: StoreLog
  /**
   * Called once the tables of views were replaced, in the same transaction. Projects the changes after `position`.
   */
  onReplaced: (position: number) => void
}

interface StoredView {
  name: string
  hash: string
  /** JSON. */
  tables: string
}

/**
 * A view that is being built. `through` is the last id that it contains; `completed` is the number of its
 * completions that are done, NULL before it has all documents; `since` is the last change before it began.
 */
interface Build extends StoredView {
  through: string
  completed: number | null
  since: number
}

/**
 * Builds new or changed views from documents, beside the present ones, which a process of the previous release keeps
 * using. They replace them once they are complete. Any number of processes may build at the same time, and one that
 * starts later continues where another was interrupted.
 */
export function buildSqliteViews({
  db,
  statements,
  declarations,
  views,
  checkpoints,
  log,
  onReplaced,
}: Deps) {
  const building = createProjection(db, views, log, buildSuffix)
  const definition = definitionOf(views)
  let documentsBuilt = 0
  let isClosed = false

  within(() => {
    db.exec(TABLES)
    if (isCurrentDefinition()) return
    if (isNew()) createEmptyViews()
    else startBuilds()
  })
  if (!isCurrentDefinition() && documentsToBuild() <= BUILD_BATCH) while (!buildNext());
  const ready = isCurrentDefinition() ? undefined : buildInBackground()
  // The error reaches the readers.
  ready?.catch(() => {})

  function within<R>(work: () => R): R {
    return inTransaction(db, work, () => statements.begin('BEGIN IMMEDIATE'))
  }

  function isCurrentDefinition() {
    return db.prepare('SELECT definition FROM _view_state').get()?.['definition'] === definition
  }

  function storedViews<S extends StoredView>(table: '_views' | '_view_progress') {
    const rows = prepare<S>(db, `SELECT * FROM ${table}`).all()
    return new Map(rows.map((stored) => [stored.name, stored]))
  }

  function changedViews() {
    const stored = storedViews('_views')
    return views.filter((view) => stored.get(view.name)?.hash !== hashOf(view))
  }

  function isNew() {
    return storedViews('_views').size + storedViews('_view_progress').size === 0 && documentsToBuild() === 0
  }

  /** Nothing uses the names of the tables yet. Renaming them would take as long as a third of the server's start. */
  function createEmptyViews() {
    for (const view of views) {
      createTables(db, view)
      for (const statement of completions(view)) db.exec(statement)
      record(view)
    }
    recordDefinition()
  }

  function startBuilds() {
    const builds = storedViews('_view_progress')
    for (const view of changedViews()) {
      const build = builds.get(view.name)
      if (build?.hash === hashOf(view)) continue
      if (build) dropTables(db, JSON.parse(build.tables) as string[])
      createTables(db, view, buildSuffix(view))
      const tables = JSON.stringify(tablesOf(view).map((table) => table + buildSuffix(view)))
      db.prepare('INSERT OR REPLACE INTO _view_progress VALUES (?, ?, ?, ?, NULL, ?)').all(
        view.name,
        hashOf(view),
        tables,
        '',
        statements.lastChange(),
      )
    }
  }

  function documentsToBuild() {
    return [...new Set(changedViews().map((view) => view.of.name))].reduce((sum, name) => {
      const counted = db.prepare(
        `SELECT count(*) AS count FROM (SELECT 1 FROM ${quoted(name)} LIMIT ${BUILD_BATCH + 1})`,
      )
      return sum + Number(counted.get()?.['count'])
    }, 0)
  }

  /** Builds a batch of one view. @returns whether all views are built */
  function buildNext(): boolean {
    return within(() => {
      // Another process may have finished.
      if (isCurrentDefinition()) return true
      const builds = storedViews<Build>('_view_progress')
      const next = changedViews().find((view) => !isBuilt(view, builds.get(view.name)!))
      if (!next) {
        replaceViews(builds)
        return true
      }
      const build = builds.get(next.name)!
      if (build.completed === null) fillBatch(next, build)
      else complete(next, build.completed)
      return false
    })
  }

  /** One statement each, so that no other process waits long to write. */
  function complete(view: View, completed: number) {
    db.exec(completions(view, buildSuffix(view))[completed]!)
    db.prepare('UPDATE _view_progress SET completed = ? WHERE name = ?').all(completed + 1, view.name)
  }

  function fillBatch(view: View, { through }: Build) {
    const declared = declarations.of(view.of)
    const select = prepare<{ id: string; version: number; body: string }>(
      db,
      `SELECT id, version, body FROM ${quoted(declared.name)} WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
    )
    const rows = select.all(through)
    for (const { version, body } of rows)
      building.putIn(view, toCurrentVersion(declared, JSON.parse(body), version))
    db.prepare('UPDATE _view_progress SET through = ?, completed = ? WHERE name = ?').all(
      rows.at(-1)?.id ?? through,
      rows.length < BATCH ? 0 : null,
      view.name,
    )
    const before = documentsBuilt
    documentsBuilt += rows.length
    if (Math.floor(documentsBuilt / LOGGED_EACH) > Math.floor(before / LOGGED_EACH))
      log.info({ view: view.name, documents: documentsBuilt }, 'building views')
  }

  /** Also projects the changes since the builds began, in the same transaction. */
  function replaceViews(builds: ReadonlyMap<string, Build>) {
    const stored = storedViews('_views')
    const changed = changedViews()
    const names = new Set(views.map(({ name }) => name))
    for (const { name, tables } of stored.values()) {
      if (names.has(name) && !changed.some((view) => view.name === name)) continue
      dropTables(db, JSON.parse(tables) as string[])
      db.prepare('DELETE FROM _views WHERE name = ?').all(name)
    }
    for (const view of changed) {
      nameTables(db, view)
      record(view)
    }
    db.exec('DELETE FROM _view_progress')
    building.forget()
    const { position } = prepare<{ position: number }>(db, 'SELECT position FROM _view_state').get()!
    const since = changed.map((view) => builds.get(view.name)!.since)
    // Unchanged views have everything up to `position`; where there was no view before, it is 0.
    onReplaced(stored.size > 0 ? Math.min(position, ...since) : Math.min(...since))
    recordDefinition()
  }

  function record(view: View) {
    const tables = JSON.stringify(tablesOf(view))
    db.prepare('INSERT INTO _views VALUES (?, ?, ?)').all(view.name, hashOf(view), tables)
  }

  function recordDefinition() {
    db.prepare(
      'UPDATE _view_state SET definition = ?, position = coalesce((SELECT max(seq) FROM _changes), 0)',
    ).all(definition)
  }

  async function buildInBackground() {
    const began = Date.now()
    log.info({ views: changedViews().map(({ name }) => name) }, 'building views')
    for (;;) {
      await nextTurn()
      if (checkpoints?.pause) await checkpoints.pause
      if (isClosed) return
      try {
        const isDone = buildNext()
        checkpoints?.consider()
        if (isDone) break
      } catch (error) {
        if (!isBusy(error)) throw asStoreError(error)
      }
    }
    log.info({ documents: documentsBuilt, ms: Date.now() - began }, 'built views')
  }

  return {
    /** Resolves when the views are built; undefined once they are. */
    ready,
    definition,
    /** Number of documents from which this process has built views, while it does. */
    progress: () => (isCurrentDefinition() ? undefined : documentsBuilt),
    close: () => void (isClosed = true),
  }
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS _views (name TEXT PRIMARY KEY, hash TEXT NOT NULL, tables TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS _view_progress (name TEXT PRIMARY KEY, hash TEXT NOT NULL, tables TEXT NOT NULL,
    through TEXT NOT NULL, completed INTEGER, since INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS _view_state (
    one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL, definition TEXT NOT NULL);
  INSERT OR IGNORE INTO _view_state VALUES (1, 0, '')`
