import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { backup, type DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { MINUTE } from '#shared/lib/durations.ts'
import { type AnyCollection, type Feed, type FeedListener, StoreUnavailable } from '#server/store/port.ts'

import { createProjection, type ProjectionLog } from './projection.ts'
import { createViewReader } from './reader.ts'
import { bytesOf, openReplicaFile, removeReplicaFile, type StoredCollection } from './replica-file.ts'
import type { ViewReader } from './sql.ts'
import { completions, createTables, dropTables, tablesOf } from './tables.ts'
import { definitionOf, type View } from './view.ts'
import { prepare } from './statement.ts'

/** A feed that can be resumed later from its current position. */
interface ResumableFeed extends Feed {
  /** Instant (ISO) up to which everything has been passed on. Undefined until all documents have been. */
  position?(): string | undefined
}

/** @param since position from which to resume, instead of starting with all documents */
export type OpenReplicaFeed = (
  collection: AnyCollection,
  listener: FeedListener<{ id: string }>,
  since: string | undefined,
) => ResumableFeed

interface Deps {
  views: readonly View[]
  openFeed: OpenReplicaFeed
  log: ProjectionLog
}

type Change = () => void

export type ReplicaViews = Awaited<ReturnType<typeof openReplicaViews>>

const SAVED_EVERY = MINUTE
const BACKUP_PAGES = 1_000
/** Error codes of SQLite for a damaged file. */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26])

/**
 * Views in a file of this process, with which the next one continues.
 * @throws StoreUnavailable when the folder cannot have a file
 */
export async function openReplicaViews({
  folder,
  source,
  oldest,
  restore,
  ...deps
}: Deps & Omit<Parameters<typeof openReplicaFile>[0], 'log'>) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { db, file } = await openReplicaFile({ folder, source, oldest, restore, log: deps.log })
    return {
      ...createReplicaViews({ db, source, oldest, discard: () => removeReplicaFile(file), ...deps }),

      /** Copies the file as it is at some moment during the call. @returns the path of the copy */
      async copy() {
        const copy = `${file}.copy`
        rmSync(copy, { force: true })
        closeSync(openSync(copy, 'a', 0o600))
        await backup(db, copy, { rate: BACKUP_PAGES })
        return copy
      },
    }
  } catch (cause) {
    if (cause instanceof StoreUnavailable) throw cause
    throw new StoreUnavailable(`The views cannot be kept in ${folder}`, { cause })
  }
}

/**
 * Views filled by the feeds of their collections. All changes that arrive together are one transaction, which
 * includes the positions of the feeds.
 */
export function createReplicaViews({
  db,
  views,
  openFeed,
  log,
  source,
  oldest,
  discard,
}: Deps & {
  db: DatabaseSync
  source: string
  oldest: string
  /** Removes a damaged file, so that the next process creates another. */
  discard: () => void
}) {
  const byCollection = Map.groupBy(views, (view) => view.of)
  const positions = atomically(prepareTables)
  const projection = createProjection(db, views, log)
  const { reader } = createViewReader(db, (cause) => failed('The views cannot be read', cause))
  const save = db.prepare('UPDATE _replica SET position = ? WHERE collection = ?')
  const pending: Change[] = []
  let isScheduled = false
  /** Collections whose tables have not had all documents yet. */
  const filling = new Set([...byCollection.keys()].filter(({ name }) => positions.get(name) === undefined))
  let documents = 0
  const toComplete = [...filling].flatMap((of) => byCollection.get(of)!.flatMap((view) => completions(view)))
  let completing: Promise<void> | undefined

  async function complete() {
    while (toComplete.length > 0) {
      await nextTurn()
      if (!db.isOpen) return
      db.exec(toComplete[0]!)
      toComplete.shift()
    }
    filling.clear()
    flush()
  }

  function failed(message: string, cause: unknown) {
    if (cause instanceof Error && 'errcode' in cause && DAMAGED.has((cause.errcode as number) & 0xff)) {
      log.warn({ err: cause }, 'view file damaged: the next start replaces it')
      discard()
    }
    return new StoreUnavailable(message, { cause })
  }

  function atomically<R>(work: () => R): R {
    db.exec('BEGIN')
    try {
      const result = work()
      db.exec('COMMIT')
      return result
    } finally {
      if (db.isTransaction) db.exec('ROLLBACK')
    }
  }

  /** @returns the position from which each feed of kept tables resumes, by collection */
  function prepareTables() {
    const rows = prepare<StoredCollection>(db, 'SELECT * FROM _replica').all()
    const stored = new Map(rows.map((row) => [row.collection, row]))
    for (const [{ name }, own] of byCollection) {
      const row = stored.get(name)
      const isSame = row?.source === source && row.definition === definitionOf(own)
      if (isSame && (row.position ?? '') > oldest) continue
      drop(row)
      stored.delete(name)
      for (const view of own) createTables(db, view)
      db.prepare('INSERT INTO _replica VALUES (?, ?, ?, ?, NULL)').run(
        name,
        source,
        definitionOf(own),
        JSON.stringify(own.flatMap(tablesOf)),
      )
    }
    const names = new Set(byCollection.keys().map(({ name }) => name))
    for (const row of rows) if (!names.has(row.collection)) drop(row)
    return new Map([...stored].map(([name, { position }]) => [name, position ?? undefined]))
  }

  function drop(row: StoredCollection | undefined) {
    if (!row) return
    dropTables(db, JSON.parse(row.tables) as string[])
    db.prepare('DELETE FROM _replica WHERE collection = ?').run(row.collection)
  }

  /** Changes that could not be written are tried again with the next ones. */
  function flush() {
    try {
      atomically(() => {
        for (const change of pending) change()
        for (const { collection, feed } of feeds) {
          const position = filling.has(collection) ? undefined : feed.position?.()
          if (position !== undefined) save.all(position, collection.name)
        }
      })
      pending.length = 0
    } catch (error) {
      throw failed('The views cannot be written', error)
    }
  }

  function flushLater() {
    if (!db.isOpen) return
    try {
      flush()
    } catch (err) {
      log.warn({ err }, 'could not apply changes to the views yet')
    }
  }

  function add(change: Change) {
    pending.push(change)
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      flushLater()
    })
  }

  const feeds = [...byCollection].map(([collection, own]) => {
    const { name } = collection
    const listener: FeedListener<{ id: string }> = {
      put(document) {
        if (filling.has(collection)) documents += 1
        add(() => projection.put(name, document))
      },
      remove: (id) => add(() => projection.remove(name, id)),
      reset: () => add(() => own.forEach(projection.clear)),
    }
    return { collection, feed: openFeed(collection, listener, positions.get(name)) }
  })
  const timer = setInterval(flushLater, SAVED_EVERY)
  timer.unref()

  return {
    /** The views after every commit of this process before the call. The first call fills them. */
    async read(): Promise<ViewReader> {
      await Promise.all(feeds.map(({ feed }) => feed.sync()))
      if (pending.length > 0 || filling.size > 0) flush()
      if (filling.size > 0) await (completing ??= complete().finally(() => (completing = undefined)))
      return reader
    },

    /** Number of documents from which tables have been filled, while that lasts. */
    progress: () => (filling.size > 0 ? documents : undefined),

    /** Size of the file. */
    bytes: () => bytesOf(db),

    close() {
      clearInterval(timer)
      if (db.isOpen) flushLater()
      for (const { feed } of feeds) feed.close()
      if (db.isOpen) db.close()
    },
  }
}
