import { Timestamp } from 'firebase-admin/firestore'

import { MINUTE } from '#shared/lib/durations.ts'
import type { Declared } from '#server/store/declaration.ts'
import { COMMIT_FIELD, documentOf } from '#server/store/firestore/reader.ts'
import { createOwnWrites } from '#server/store/firestore/own-writes.ts'
import type { StoredDocument } from '#server/store/port.ts'

import { deletionsOf, DELETIONS_KEPT } from './fields.ts'
import { changesSince } from './messages.ts'
import type { ChangedDocument, Subscription } from './subscription.ts'
import type { FeedDeps, OpenFeed, Options } from './types.ts'

const PAGE = 250
/** A document becomes visible at its commit, later than its `_changedAt`, but within a transaction's deadline. */
const OVERLAP = MINUTE
/** Firestore keeps track of everything in a target, so it is replaced by one that begins later. */
const MAX_WATCHED = 5_000
const MIN_WATCHED_FOR = 10 * MINUTE

/** Only documents written since the start pass through the stream; the others are read once. */
export function openFeed(
  { database, stream, reader, read, observe }: FeedDeps,
  declared: Declared,
  { listener, from, since: position, onClose }: Options,
): OpenFeed {
  const ownWrites = createOwnWrites()
  /** Times of the latest commits and deletions that have been passed on. */
  const passedOn = new Map<string, Timestamp>()
  const isLoaded = from === 'now' || position !== undefined
  /** Ids that have been passed on while the feed was loading: newer than the loaded version. */
  let changedWhileLoading: Set<string> | undefined = isLoaded ? undefined : new Set()
  let page: { cursor?: string } | undefined = isLoaded ? undefined : {}
  let loading: Promise<void> | undefined
  let subscription: Subscription | undefined
  const closing = new AbortController()
  /** Firestore's time up to which every commit has been passed on. */
  let through = position === undefined ? undefined : Timestamp.fromMillis(Date.parse(position))
  let watchedSince: Timestamp | undefined

  /** @returns whether it is news: after a break, what was committed shortly before arrives again */
  function isNew(id: string, time: Timestamp) {
    const known = passedOn.get(id)
    if (closing.signal.aborted || (known && time.valueOf() <= known.valueOf())) return false
    passedOn.set(id, time)
    changedWhileLoading?.add(id)
    observe?.({ documents: 1, listener: true })
    return true
  }

  function onDocument({ id, fields, updatedAt }: ChangedDocument) {
    if (isNew(id, updatedAt)) listener.put(documentOf(declared, fields))
    ownWrites.arrived(id, fields[COMMIT_FIELD] as string)
  }

  function onRemoved(id: string, time: Timestamp) {
    if (isNew(id, time)) listener.remove(id)
  }

  function onDeletion({ id, fields, updatedAt }: ChangedDocument) {
    onRemoved(id, updatedAt)
    ownWrites.arrived(id, fields[COMMIT_FIELD] as string)
  }

  function begin(now: Timestamp) {
    if (through && now.toMillis() - through.toMillis() > DELETIONS_KEPT / 2) startOver()
    through ??= now
    const since = (watchedSince = Timestamp.fromMillis(through.toMillis() - OVERLAP))
    for (const [id, time] of passedOn) if (time.valueOf() < since.valueOf()) passedOn.delete(id)
    return [
      { target: changesSince(database, declared.name, since), onDocument, onRemoved },
      // A record that expires is no news.
      {
        target: changesSince(database, deletionsOf(declared.name), since),
        onDocument: onDeletion,
        onRemoved() {},
      },
    ]
  }

  /** Records of deletions may be missing. */
  function startOver() {
    listener.reset()
    passedOn.clear()
    through = undefined
    if (from === 'now') return
    changedWhileLoading = new Set()
    page = {}
  }

  function onSnapshot(time: Timestamp) {
    through = time
    const watchedFor = time.toMillis() - (watchedSince?.toMillis() ?? 0)
    if (passedOn.size > MAX_WATCHED && watchedFor > MIN_WATCHED_FOR) subscription?.restart()
  }

  function putAll(documents: readonly StoredDocument[]) {
    for (const document of documents) {
      if (closing.signal.aborted) return
      if (!changedWhileLoading?.has(document.id)) listener.put(document)
    }
  }

  async function load() {
    while (page && !closing.signal.aborted) {
      const { items, next } = await reader.find(declared.collection, { limit: PAGE, ...page })
      putAll(items)
      page = next === undefined ? undefined : { cursor: next }
    }
    changedWhileLoading = undefined
  }

  return {
    name: declared.name,
    error: () => subscription?.error(),
    behindFor: () => subscription?.behindFor() ?? 0,
    position: () => (page ? undefined : through?.toDate().toISOString()),
    wrote(write, commit, answered) {
      if (write.declared === declared) ownWrites.sent(write.id, commit, answered)
    },
    async sync() {
      const listening = (subscription ??= stream.subscribe({
        name: declared.name,
        begin,
        passedOn: onSnapshot,
      }))
      // Without Firestore, it never becomes current.
      await read(() => listening.current())
      if (page) {
        loading ??= load().finally(() => (loading = undefined))
        await loading
      }
      await ownWrites.delivered()
    },
    close() {
      closing.abort()
      onClose()
      subscription?.close()
    },
  }
}
