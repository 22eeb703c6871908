import { setTimeout as sleep } from 'node:timers/promises'

import { type QuerySnapshot, Timestamp } from 'firebase-admin/firestore'

import type { Declared } from './declaration.ts'
import { CHANGED_AT_FIELD, COMMIT_FIELD, documentOf } from './firestore-reader.ts'
import { DELETIONS_KEPT } from './firestore-feed-fields.ts'
import type { FeedDeps, OpenFeed, Options } from './firestore-feed-types.ts'
import { createFeedLag } from './firestore-feed-lag.ts'
import { createOwnWrites } from './firestore-own-writes.ts'
import { watchSince } from './firestore-watch.ts'
import type { StoredDocument } from './port.ts'

const PAGE = 250
/** A document becomes visible at its commit, later than its `_changedAt`, but within a transaction's deadline. */
const OVERLAP = 60_000
/** How much earlier than its position a feed goes on: the machine's clock may differ, and a cut is noticed after two minutes. */
const RESUMED_BEFORE = 4 * 60_000
/** A listener keeps what it has seen in memory, so that it is replaced by one that begins later. */
const MAX_WATCHED = 5_000
const MIN_WATCHED_FOR = 10 * 60_000
const RETRY_AFTER = 1_000

/** By a snapshot listener. Only documents written since the start pass through it; the others are read once. */
export function openFeed(
  { db, reader, read, observe }: FeedDeps,
  declared: Declared,
  { listener, where, from, since: position, onClose }: Options,
): OpenFeed {
  const ownWrites = createOwnWrites()
  /** Server times of the documents that the listener has passed on. */
  const changedAt = new Map<string, Timestamp>()
  const isLoaded = from === 'now' || position !== undefined
  /** What the listener has passed on while the feed was loaded: newer than what is read then. */
  let changedWhileLoading: Set<string> | undefined = isLoaded ? undefined : new Set()
  let page: { cursor?: string } | undefined = isLoaded ? undefined : {}
  let loading: Promise<void> | undefined
  let listening: Promise<() => void> | undefined
  /** From when on there may be changes that the listener does not have. */
  let through =
    position === undefined ? undefined : Timestamp.fromMillis(Date.parse(position) - RESUMED_BEFORE)
  const closing = new AbortController()
  /** Whether the changes of before have arrived. */
  let isListening = false
  const lag = createFeedLag()

  const isInFeed = (document: Record<string, unknown>) =>
    Object.entries(where).every(([field, value]) => document[field] === value)

  function onDocuments(snapshot: QuerySnapshot) {
    for (const { type, doc } of snapshot.docChanges()) {
      const stored = doc.data()
      changedWhileLoading?.add(doc.id)
      if (type === 'removed') {
        changedAt.delete(doc.id)
        listener.remove(doc.id)
      } else {
        const time = stored[CHANGED_AT_FIELD] as Timestamp
        changedAt.set(doc.id, time)
        if (isListening) lag.arrived(time.toMillis())
        listener.put(documentOf(declared, stored))
      }
      ownWrites.arrived(doc.id, stored[COMMIT_FIELD] as string)
    }
  }

  function onDeletions(snapshot: QuerySnapshot) {
    for (const { type, doc } of snapshot.docChanges()) {
      if (type === 'removed') continue
      const deletion = doc.data()
      const written = changedAt.get(doc.id)
      // The two listeners are not in step: the document may have been created again since.
      if (!written || written.valueOf() <= (deletion[CHANGED_AT_FIELD] as Timestamp).valueOf()) {
        changedWhileLoading?.add(doc.id)
        listener.remove(doc.id)
      }
      ownWrites.arrived(doc.id, deletion[COMMIT_FIELD] as string)
    }
  }

  async function startListening(): Promise<() => void> {
    if (!page && through) return listen(through)
    // Any query tells the server's time.
    const { readTime } = await read(() => db.collection(declared.name).select().limit(1).get())
    return listen(readTime)
  }

  /** From a minute before `time`. Resolves when what has changed since has been passed on. */
  async function listen(time: Timestamp): Promise<() => void> {
    const since = Timestamp.fromMillis(time.toMillis() - OVERLAP)
    let latest = time

    const passedOn = (passOn: (snapshot: QuerySnapshot) => void) => (snapshot: QuerySnapshot) => {
      if (closing.signal.aborted) return
      observe?.({ documents: Math.max(1, snapshot.docChanges().length), listener: true })
      passOn(snapshot)
      through = latest = snapshot.readTime
      const watchedFor = latest.toMillis() - since.toMillis()
      if (snapshot.size > MAX_WATCHED && watchedFor > MIN_WATCHED_FOR) relisten()
    }

    let ended = false
    /** What changes between the two listeners is within the overlap. */
    function relisten() {
      if (ended || closing.signal.aborted) return
      ended = true
      isListening = false
      lag.cut()
      stop()
      listening = listenAgain(latest)
      // Whoever syncs gets the error.
      listening.catch(() => {})
    }

    isListening = false
    const { begun, stop } = watchSince(db, {
      name: declared.name,
      where,
      since,
      onDocuments: passedOn(onDocuments),
      onDeletions: passedOn(onDeletions),
      onError: relisten,
    })
    try {
      await begun
      isListening = true
      lag.restored()
    } catch (error) {
      stop()
      throw error
    }
    return stop
  }

  async function listenAgain(since: Timestamp): Promise<() => void> {
    for (;;) {
      if (closing.signal.aborted) return () => {}
      if (Date.now() - since.toMillis() > DELETIONS_KEPT / 2) {
        listener.reset()
        changedAt.clear()
        through = undefined
        if (from === 'start') {
          changedWhileLoading = new Set()
          page = {}
        }
        return startListening()
      }
      try {
        return await listen(since)
      } catch {
        await sleep(RETRY_AFTER)
      }
    }
  }

  function putAll(documents: readonly StoredDocument[]) {
    for (const document of documents) {
      if (closing.signal.aborted) return
      if (!changedWhileLoading?.has(document.id)) listener.put(document)
    }
  }

  async function load() {
    while (page && !closing.signal.aborted) {
      const { items, next } = await reader.find(declared.collection, { where, limit: PAGE, ...page })
      putAll(items)
      page = next === undefined ? undefined : { cursor: next }
    }
    changedWhileLoading = undefined
  }

  return {
    lags() {
      const milliseconds = lag.read()
      return milliseconds === undefined || Object.keys(where).length > 0
        ? []
        : [[declared.name, milliseconds]]
    },
    cutFor: lag.cutFor,
    position() {
      if (page) return undefined
      return isListening ? new Date().toISOString() : through?.toDate().toISOString()
    },
    wrote(write, commitId, committed) {
      if (write.declared !== declared) return
      if (write.kind !== 'delete' && !isInFeed(JSON.parse(write.body))) return
      ownWrites.sent(write.id, commitId, committed)
    },
    async sync() {
      const following = (listening ??= startListening())
      following.catch(() => {
        if (listening === following) listening = undefined
      })
      // Without Firestore, the first snapshot never comes.
      await read(() => following)
      if (page) {
        loading ??= load().finally(() => (loading = undefined))
        await loading
      }
      await ownWrites.delivered()
    },
    close() {
      closing.abort()
      onClose()
      listening?.then((stop) => stop()).catch(() => {})
    },
  }
}
