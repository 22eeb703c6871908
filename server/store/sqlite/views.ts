import type { DatabaseSync } from 'node:sqlite'

import { createProjection } from '#server/views/projection.ts'
import { createViewReader } from '#server/views/reader.ts'
import type { View } from '#server/views/view.ts'
import type { Declarations } from '#server/store/declaration.ts'
import { toCurrentVersion } from '#server/store/documents.ts'
import type { Write } from '#server/store/pending-writes.ts'
import type { StoreLog } from '#server/store/store-log.ts'
import { prepare } from '#server/views/statement.ts'

import type { Checkpoints } from './checkpoints.ts'
import { asStoreError } from './errors.ts'
import { quoted } from './schema.ts'
import type { Snapshot } from './snapshot.ts'
import type { PreparedStatements } from './statements.ts'
import { buildSqliteViews } from './view-builds.ts'

const BATCH = 500

interface ViewsState {
  /** Number of the last change that the views have. */
  position: number
  definition: string
  /** Number of the last change. */
  last: number
}

interface Deps {
  db: DatabaseSync
  snapshot: Snapshot
  statements: PreparedStatements
  declarations: Declarations
  views: readonly View[]
  checkpoints: Checkpoints | undefined
  log: StoreLog
}

export type SqliteViews = ReturnType<typeof createSqliteViews>

/**
 * Views in the store's own file, written in the transaction of the documents. The number of the last projected
 * change is stored with them, so that writes of another release or a manual repair are noticed, and projected with
 * the next read or write.
 */
export function createSqliteViews({ db, snapshot, statements, declarations, views, checkpoints, log }: Deps) {
  const projection = createProjection(db, views, log)
  const { reader, texts } = createViewReader(db, (error) => asStoreError(error) as Error, snapshot.begin)
  const declaredOf = new Map(declarations.all.map((declared) => [declared.name, declared]))
  const { ready, definition, progress, close } = buildSqliteViews({
    db,
    statements,
    declarations,
    views,
    checkpoints,
    log,
    onReplaced(position) {
      projection.forget()
      catchUp(position)
    },
  })
  const readState = prepare<ViewsState>(
    db,
    'SELECT position, definition, coalesce((SELECT max(seq) FROM _changes), 0) AS last FROM _view_state',
  )
  const advance = db.prepare('UPDATE _view_state SET position = coalesce((SELECT max(seq) FROM _changes), 0)')

  /** Projects the changes after `position`. Only the last 200,000 are on record. */
  function catchUp(position: number) {
    if (position + 1 < statements.firstChange()) {
      for (const view of views) {
        projection.clear(view)
        const stored = prepare<{ id: string }>(db, `SELECT id FROM ${quoted(view.of.name)}`)
        for (const { id } of stored.all()) projectStored(view.of.name, id)
      }
      return
    }
    for (let from = position; ;) {
      const changes = statements.changesAfter(from, BATCH)
      const changed = new Map(
        changes.map(([, collection, id]) => [`${collection} ${id}`, { collection, id }]),
      )
      for (const { collection, id } of changed.values())
        if (projection.collections.has(collection)) projectStored(collection, id)
      if (changes.length < BATCH) return
      from = changes.at(-1)![0]
    }
  }

  function projectStored(collection: string, id: string) {
    const declared = declaredOf.get(collection)
    if (!declared) return
    const row = statements.documents(declared).get(id)
    if (row) projection.put(collection, toCurrentVersion(declared, JSON.parse(row[2]), row[1]))
    else projection.remove(collection, id)
  }

  function projectWrite(write: Write) {
    const { name } = write.declared
    if (!projection.collections.has(name)) return
    if (write.kind === 'delete') projection.remove(name, write.id)
    else projection.put(name, JSON.parse(write.body))
  }

  const state = () => readState.get()!
  /** The last snapshot that was found to have current views. */
  let currentSnapshot: number | undefined
  const isOwn = (now: ViewsState) => now.definition === definition

  return {
    reader,
    texts,

    ready,
    progress,
    close,

    /**
     * Whether the views have every commit so far. Always true where a later release maintains them by its own
     * definitions.
     */
    isCurrent() {
      const snapshotNow = snapshot.begin()
      if (snapshotNow === currentSnapshot) return true
      const now = state()
      const isCurrent = now.position === now.last || !isOwn(now)
      if (isCurrent) currentSnapshot = snapshotNow
      return isCurrent
    },

    state,

    /**
     * Called within a write transaction, after its documents were written.
     * @param before the state before them
     */
    project(writes: readonly Write[], before: ViewsState) {
      if (!isOwn(before) || !writes.some(({ declared }) => declared.collection.hasFeed)) return
      if (before.position === before.last) writes.forEach(projectWrite)
      else catchUp(before.position)
      advance.all()
    },

    /** Called within a write transaction: projects changes that other programs have written without projecting them. */
    projectOutstanding() {
      const now = state()
      if (!isOwn(now) || now.position === now.last) return
      catchUp(now.position)
      advance.all()
    },
  }
}
