import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { assertFeed } from './declaration.ts'
import { toCurrentVersion } from './documents.ts'
import type { AnyCollection, Feed, FeedListener, FeedOptions, FeedState } from './port.ts'
import { isRecent, loadParts, versionOf, warnOfUnusable } from './saved-state.ts'
import { asStoreError, isBusy, withStoreErrors } from './sqlite-errors.ts'
import { createFeedStateFile } from './sqlite-feed-state.ts'
import { createReader, type ReaderDeps } from './sqlite-reader.ts'
import type { StoreLog } from './store-log.ts'

const PAGE = 250
/** How many changes are on record. A process that was away for more reads everything again. */
const KEPT_CHANGES = 200_000
const PRUNED_AT_ONCE = 10_000
/** Milliseconds after which changes of other processes arrive by themselves. */
const POLL_INTERVAL = 500

export interface SqliteFeed extends Feed {
  /** Stores the state of the listener, if it has one and reading the documents takes long. */
  saveState(): Promise<void>
}

/** Reads the record of changes that triggers write. */
export function openSqliteFeed(
  deps: ReaderDeps & { dataDir: string; log: StoreLog },
  collection: AnyCollection,
  listener: FeedListener<unknown>,
  { where = {}, from: beginning = 'start', state }: FeedOptions = {},
): SqliteFeed {
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
  const stateFile = createFeedStateFile(deps.dataDir, declared.name)
  /** Up to which change the stored state has all, as far as it is known. */
  let stored: number | undefined
  /** Whether the listener has got anything. */
  let isBegun = false
  let builtAt = Date.now()
  let running: Promise<void> | undefined
  const closing = new AbortController()

  /** A later one if it is not on record any more. */
  const changeAt = (seq: number) => statements.changesAfter(seq - 1, 1).toString()

  async function loadState(from: FeedState) {
    const onUnusable = warnOfUnusable(deps.log, declared)
    const found = await stateFile.read().catch(onUnusable)
    if (!found) return
    const { header, parts } = found
    if (header.version !== versionOf(declared, from) || !isRecent(header.builtAt)) return
    if (header.change !== changeAt(header.position)) return
    if (!(await loadParts({ parts, state: from, listener, onUnusable }))) return
    stored = position = header.position
    builtAt = header.builtAt
    page = undefined
  }

  async function load() {
    if (state && !isBegun) await loadState(state)
    isBegun = true
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

  async function saveState() {
    if (!state || page || position === undefined || position === stored) return
    if (!state.isLarge()) return stateFile.remove()
    const header = { version: versionOf(declared, state), position, change: changeAt(position), builtAt }
    await stateFile.write(header, state.save())
    stored = header.position
  }

  const timer = setInterval(() => {
    // Who syncs gets the error.
    if (!page && position !== undefined) sync().catch(() => {})
  }, POLL_INTERVAL)
  timer.unref()

  return {
    sync,
    saveState,
    close() {
      clearInterval(timer)
      closing.abort()
    },
  }
}
