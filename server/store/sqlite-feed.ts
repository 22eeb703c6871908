import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { assertFeed } from './declaration.ts'
import { toCurrentVersion } from './documents.ts'
import type { AnyCollection, Feed, FeedListener, FeedOptions } from './port.ts'
import { asStoreError, isBusy, withStoreErrors } from './sqlite-errors.ts'
import { createReader, type ReaderDeps } from './sqlite-reader.ts'

const PAGE = 250
/** How many changes are on record. A process that was away for more reads everything again. */
const KEPT_CHANGES = 200_000
const PRUNED_AT_ONCE = 10_000
/** Milliseconds after which changes of other processes arrive by themselves. */
const POLL_INTERVAL = 500

/** Reads the record of changes that triggers write. */
export function openSqliteFeed(
  deps: ReaderDeps,
  collection: AnyCollection,
  listener: FeedListener<unknown>,
  { where = {}, from: beginning = 'start' }: FeedOptions = {},
): Feed {
  const { statements, declarations } = deps
  const declared = declarations.of(collection)
  assertFeed(declared, where)
  const reader = createReader(deps)
  const documents = statements.documents(declared)
  const isInFeed = (document: Record<string, unknown>) =>
    Object.entries(where).every(([field, value]) => document[field] === value)

  /** Up to which change the listener has all; while loading, at which change it began. */
  let position: number | undefined
  /** Where loading resumes; undefined once it is done. */
  let page: { cursor?: string } | undefined = beginning === 'now' ? undefined : {}
  let running: Promise<void> | undefined
  const closing = new AbortController()

  async function load() {
    position ??= statements.lastChange()
    while (page && !closing.signal.aborted) {
      const { items, next } = await reader.find(collection, { where, limit: PAGE, ...page })
      for (const document of items) listener.put(document)
      page = next === undefined ? undefined : { cursor: next }
      await yieldToOthers()
    }
  }

  function apply(id: string) {
    const row = documents.get(id)
    if (!row) {
      listener.remove(id)
      return
    }
    const document = toCurrentVersion(declared, JSON.parse(row[2]), row[1])
    if (isInFeed(document)) listener.put(document)
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
      if (from < target) await yieldToOthers()
    }
    if (from - statements.firstChange() > KEPT_CHANGES + PRUNED_AT_ONCE) prune(from - KEPT_CHANGES)
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
    // One that runs may have been started for fewer changes.
    while (!closing.signal.aborted && (page || position === undefined || position < target)) {
      running ??= advance(target).finally(() => (running = undefined))
      await running.catch((error: unknown) => {
        throw asStoreError(error)
      })
    }
  }

  const timer = setInterval(() => {
    // Who syncs gets the error.
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
