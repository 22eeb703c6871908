import { setImmediate as nextTurn } from 'node:timers/promises'

import { toCurrentVersion } from '#server/store/documents.ts'
import type { AnyCollection, Feed, FeedListener, FeedOptions } from '#server/store/port.ts'
import { asStoreError, isBusy, withStoreErrors } from './errors.ts'
import { createReader, type ReaderDeps } from './reader.ts'

const PAGE = 250
/** Number of changes on record. A process that missed more reads everything again. */
const KEPT_CHANGES = 200_000
const PRUNE_BATCH = 10_000
/** Milliseconds between polls for changes of other processes. */
const POLL_INTERVAL = 500

/** Reads the record of changes that triggers write. */
export function openSqliteFeed(
  deps: ReaderDeps,
  collection: AnyCollection,
  listener: FeedListener<unknown>,
  { from: beginning = 'start' }: FeedOptions = {},
): Feed {
  const { statements, declarations } = deps
  const declared = declarations.withFeed(collection)
  const reader = createReader(deps)
  const documents = statements.documents(declared)

  /** The last change that the listener has; while loading, the change at which it began. */
  let position: number | undefined
  /** The page at which loading resumes; undefined once it is done. */
  let page: { cursor?: string } | undefined = beginning === 'now' ? undefined : {}
  let running: Promise<void> | undefined
  const closing = new AbortController()

  async function load() {
    position ??= statements.lastChange()
    while (page && !closing.signal.aborted) {
      const { items, next } = await reader.find(collection, { limit: PAGE, ...page })
      for (const document of items) listener.put(document)
      page = next === undefined ? undefined : { cursor: next }
      await nextTurn()
    }
  }

  function apply(id: string) {
    const row = documents.get(id)
    if (row) listener.put(toCurrentVersion(declared, JSON.parse(row[2]), row[1]))
    else listener.remove(id)
  }

  async function advance(target: number) {
    if (page) await load()
    let from = (position ??= target)
    if (from + 1 < statements.firstChange()) {
      listener.reset()
      position = undefined
      page = beginning === 'now' ? undefined : {}
      return advance(statements.lastChange())
    }
    while (from < target && !closing.signal.aborted) {
      const changes = statements.changesAfter(from, PAGE)
      const ids = new Set(changes.flatMap(([, name, id]) => (name === declared.name ? [id] : [])))
      for (const id of ids) apply(id)
      from = position = changes.at(-1)?.[0] ?? target
      if (from < target) await nextTurn()
    }
    if (from - statements.firstChange() > KEPT_CHANGES + PRUNE_BATCH) prune(from - KEPT_CHANGES)
  }

  function prune(until: number) {
    try {
      statements.pruneChanges(until)
    } catch (error) {
      // Another process writes: a later sync prunes.
      if (!isBusy(error)) throw error
    }
  }

  async function sync() {
    const target = await withStoreErrors(() => statements.lastChange())
    // A sync that is already running may have been started for fewer changes.
    while (!closing.signal.aborted && (page || position === undefined || position < target)) {
      running ??= advance(target).finally(() => (running = undefined))
      await running.catch((error: unknown) => {
        throw asStoreError(error)
      })
    }
  }

  const timer = setInterval(() => {
    // The error reaches the callers of `sync`.
    if (!page && position !== undefined) sync().catch(() => {})
  }, POLL_INTERVAL)
  timer.unref()

  return {
    sync,
    close() {
      clearInterval(timer)
      closing.abort()
    },
  }
}
