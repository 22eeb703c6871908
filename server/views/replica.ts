import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { backup, type DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { HOUR, MINUTE, SECOND } from '#shared/lib/durations.ts'
import {
  type AnyCollection,
  type Feed,
  type FeedListener,
  StoreUnavailable,
  ViewsUnavailable,
} from '#server/store/port.ts'
import { inTransaction } from '#server/lib/in-transaction.ts'

import { createProjection, type ProjectionLog } from './projection.ts'
import { createViewReader } from './reader.ts'
import {
  bytesOf,
  openReplicaFile,
  removeReplicaFile,
  type ReplicaFileOptions,
  type StoredCollection,
} from './replica-file.ts'
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
/** Milliseconds before damaged views are made again. The first time in an hour they are at once. */
const REBUILD_PAUSE = { first: 10 * SECOND, longest: 10 * MINUTE }

const isDamage = (error: unknown) =>
  error instanceof Error && 'errcode' in error && DAMAGED.has((error.errcode as number) & 0xff)

interface Opened {
  db: DatabaseSync
  file: string
  views: ReturnType<typeof createReplicaViews>
}

/**
 * Views in a file of this process, with which the next one continues. When the file turns out to be damaged, they are
 * made again in another one, and cannot be read meanwhile.
 * @throws StoreUnavailable when the folder cannot have a file
 */
export async function openReplicaViews({
  folder,
  source,
  oldest,
  restore,
  ...deps
}: Deps & Omit<ReplicaFileOptions, 'log' | 'oldest'> & { oldest: () => string }) {
  const { log } = deps
  let pause = 0
  let damagedAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let isRebuilding = false
  let isClosed = false
  let current: Opened | undefined
  current = await open()

  /** Undefined when the file is damaged. */
  async function open(): Promise<Opened | undefined> {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const since = oldest()
      // The stored copy may be that of a damaged file.
      const restoreOnce = pause === 0 ? restore : async () => false
      const { db, file } = await openReplicaFile({ folder, source, oldest: since, restore: restoreOnce, log })
      const onDamage = (err: unknown) => {
        log.warn({ err, file }, 'view file damaged: making the views again')
        if (db.isOpen) db.close()
        removeReplicaFile(file)
        current = undefined
        if (!isRebuilding) rebuildLater()
      }
      try {
        return { db, file, views: createReplicaViews({ db, source, oldest: since, onDamage, ...deps }) }
      } catch (error) {
        if (!isDamage(error)) throw error
        onDamage(error)
        return undefined
      }
    } catch (cause) {
      if (cause instanceof StoreUnavailable) throw cause
      throw new StoreUnavailable(`The views cannot be kept in ${folder}`, { cause })
    }
  }

  function rebuildLater() {
    const isRepeated = Date.now() - damagedAt < HOUR
    pause = isRepeated ? Math.min(Math.max(2 * pause, REBUILD_PAUSE.first), REBUILD_PAUSE.longest) : 0
    damagedAt = Date.now()
    if (!isClosed) timer = setTimeout(() => void rebuild(), pause).unref()
  }

  async function rebuild() {
    isRebuilding = true
    let next: Opened | undefined
    try {
      next = await open()
      await next?.views.read()
    } catch (err) {
      log.warn({ err }, 'could not make the views again yet')
      next?.views.close()
      next = undefined
    }
    isRebuilding = false
    if (isClosed) next?.views.close()
    else if (next) current = next
    else rebuildLater()
  }

  function opened() {
    if (!current) throw new ViewsUnavailable('The views are being made again')
    return current
  }

  return {
    /** The views after every commit of this process before the call. The first call fills them. */
    read: async (): Promise<ViewReader> => opened().views.read(),

    /** Number of documents from which tables have been filled, while that lasts. */
    progress: () => (current ? current.views.progress() : 0),

    /** Size of the file. */
    bytes: () => current?.views.bytes(),

    /** @throws ViewsUnavailable while damaged views are made again, or changes cannot be written */
    assertSound: () => opened().views.assertWritten(),

    /** Copies the file as it is at some moment during the call. @returns the path of the copy */
    async copy() {
      const { db, file } = opened()
      const copy = `${file}.copy`
      rmSync(copy, { force: true })
      closeSync(openSync(copy, 'a', 0o600))
      await backup(db, copy, { rate: BACKUP_PAGES })
      return copy
    },

    close() {
      isClosed = true
      clearTimeout(timer)
      current?.views.close()
    },
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
  onDamage,
}: Deps & {
  db: DatabaseSync
  source: string
  oldest: string
  /** Called once, when the file turns out to be damaged. */
  onDamage: (error: unknown) => void
}) {
  const byCollection = Map.groupBy(views, (view) => view.of)
  const positions = inTransaction(db, prepareTables)
  const projection = createProjection(db, views, log)
  const { reader } = createViewReader(db, (cause) => failed('The views cannot be read', cause))
  const save = db.prepare('UPDATE _replica SET position = ? WHERE collection = ?')
  const pending: Change[] = []
  let isScheduled = false
  let isDamaged = false
  /** Changes could not be written, for example because the disk is full. */
  let isBehind = false
  /** Collections whose tables have not had all documents yet. */
  const filling = new Set([...byCollection.keys()].filter(({ name }) => positions.get(name) === undefined))
  let documents = 0
  const toComplete = [...filling].flatMap((of) => byCollection.get(of)!.flatMap((view) => completions(view)))
  let completing: Promise<void> | undefined

  async function complete() {
    while (toComplete.length > 0) {
      await nextTurn()
      if (!db.isOpen) return
      try {
        db.exec(toComplete[0]!)
      } catch (error) {
        throw failed('The views cannot be completed', error)
      }
      toComplete.shift()
    }
    filling.clear()
    flush()
  }

  function failed(message: string, cause: unknown) {
    if (isDamage(cause) && !isDamaged) {
      isDamaged = true
      close()
      onDamage(cause)
    }
    return new StoreUnavailable(message, { cause })
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
      inTransaction(db, () => {
        for (const change of pending) change()
        for (const { collection, feed } of feeds) {
          const position = filling.has(collection) ? undefined : feed.position?.()
          if (position !== undefined) save.all(position, collection.name)
        }
      })
      pending.length = 0
      isBehind = false
    } catch (error) {
      isBehind = true
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

    /**
     * Tries changes that could not be written again.
     * @throws ViewsUnavailable
     */
    assertWritten() {
      if (!isBehind) return
      try {
        flush()
      } catch (cause) {
        throw new ViewsUnavailable('Changes to the views cannot be written', { cause })
      }
    },

    close,
  }

  function close() {
    clearInterval(timer)
    if (db.isOpen && !isDamaged) flushLater()
    for (const { feed } of feeds) feed.close()
    if (db.isOpen) db.close()
  }
}
