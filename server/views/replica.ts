import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

import { type AnyCollection, type Feed, type FeedListener, StoreUnavailable } from '#server/store/port.ts'

import { createProjection } from './projection.ts'
import { createViewReader } from './reader.ts'
import type { ViewReader } from './sql.ts'
import { completions, createTables } from './tables.ts'
import type { View } from './view.ts'

interface Deps {
  /** Created anew: it is a cache of this process. */
  file: string
  views: readonly View[]
  openFeed: (collection: AnyCollection, listener: FeedListener<{ id: string }>) => Feed
  log: { warn(facts: object, message: string): void; info(facts: object, message: string): void }
}

type Change = () => void

export type ReplicaViews = ReturnType<typeof openReplicaViews>

/**
 * Views in a file of this process, filled by the feeds of the collections that they are of. What arrives in one go is one
 * transaction.
 */
export function openReplicaViews({ file, views, openFeed, log }: Deps) {
  removeFile(file)
  const db = new DatabaseSync(file)
  // Nothing needs to survive: the file is a cache.
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE')
  for (const view of views) createTables(db, view)
  const projection = createProjection(db, views, log)
  const { reader } = createViewReader(
    db,
    (cause) => new StoreUnavailable('The views cannot be read', { cause }),
  )
  const pending: Change[] = []

  function flush() {
    if (pending.length === 0) return
    db.exec('BEGIN')
    try {
      for (const change of pending) change()
    } finally {
      pending.length = 0
      db.exec('COMMIT')
    }
  }

  function add(change: Change) {
    if (pending.push(change) === 1) setImmediate(() => db.isOpen && flush())
  }

  let isComplete = false
  function complete() {
    for (const statement of views.flatMap((view) => completions(view))) db.exec(statement)
    isComplete = true
  }

  const collections = new Set(views.map((view) => view.of))
  const feeds = [...collections].map((collection) => {
    const { name } = collection
    const own = views.filter((view) => view.of === collection)
    return openFeed(collection, {
      put: (document) => add(() => projection.put(name, document)),
      remove: (id) => add(() => projection.remove(name, id)),
      reset: () => add(() => own.forEach(projection.clear)),
    })
  })

  return {
    /** After every commit of this process before the call. The first call fills the views. */
    async read(): Promise<ViewReader> {
      await Promise.all(feeds.map((feed) => feed.sync()))
      flush()
      if (!isComplete) complete()
      return reader
    },
    close() {
      for (const feed of feeds) feed.close()
      if (db.isOpen) db.close()
      removeFile(file)
    },
  }
}

const removeFile = (file: string) => rmSync(file, { force: true })
