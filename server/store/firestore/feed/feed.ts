import { setTimeout as sleep } from 'node:timers/promises'
import { type QuerySnapshot, Timestamp } from 'firebase-admin/firestore'

import { MINUTE, SECOND } from '#shared/lib/durations.ts'
import type { Declared } from '#server/store/declaration.ts'
import { CHANGED_AT_FIELD, COMMIT_FIELD, documentOf } from '#server/store/firestore/reader.ts'
import { createOwnWrites } from '#server/store/firestore/own-writes.ts'
import type { StoredDocument } from '#server/store/port.ts'

import { DELETIONS_KEPT } from './fields.ts'
import type { FeedDeps, OpenFeed, Options } from './types.ts'
import { createFeedLag } from './lag.ts'
import { watchSince } from './watch.ts'

const PAGE = 250
/** A document becomes visible at its commit, later than its `_changedAt`, but within a transaction's deadline. */
const OVERLAP = MINUTE
/**
 * Safety margin before the position at which a feed resumes: the machine's clock may differ, and a cut is noticed
 * only after two minutes.
 */
const RESUMED_BEFORE = 4 * MINUTE
/** A listener keeps everything that it has seen in memory, so it is replaced by one that begins later. */
const MAX_WATCHED = 5_000
const MIN_WATCHED_FOR = 10 * MINUTE
const RETRY_AFTER = SECOND
/** Milliseconds without a first snapshot after which a listener is replaced. Doubled each time. */
const FIRST_SNAPSHOT_TIMEOUT = 10 * SECOND

/** Feed by a snapshot listener. Only documents written since the start pass through it; the others are read once. */
export function openFeed(
  { db, reader, read, observe }: FeedDeps,
  declared: Declared,
  { listener, from, since: position, onClose }: Options,
): OpenFeed {
  const ownWrites = createOwnWrites()
  /** Server times of the documents that the listener has passed on. */
  const changedAt = new Map<string, Timestamp>()
  const isLoaded = from === 'now' || position !== undefined
  /** Ids that the listener has passed on while the feed was loading: newer than the loaded version. */
  let changedWhileLoading: Set<string> | undefined = isLoaded ? undefined : new Set()
  let page: { cursor?: string } | undefined = isLoaded ? undefined : {}
  let loading: Promise<void> | undefined
  let listening: Promise<() => void> | undefined
  /** Time from which the listener may have missed changes. */
  let through =
    position === undefined ? undefined : Timestamp.fromMillis(Date.parse(position) - RESUMED_BEFORE)
  const closing = new AbortController()
  /** Whether the changes before its start have arrived. */
  let isListening = false
  const lag = createFeedLag()

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
      // The two listeners are independent: the document may have been created again since.
      if (!written || written.valueOf() <= (deletion[CHANGED_AT_FIELD] as Timestamp).valueOf()) {
        changedWhileLoading?.add(doc.id)
        listener.remove(doc.id)
      }
      ownWrites.arrived(doc.id, deletion[COMMIT_FIELD] as string)
    }
  }

  async function startListening(): Promise<() => void> {
    if (!page && through) return listen(through)
    // Any query returns the server's time.
    const { readTime } = await read(() => db.collection(declared.name).select().limit(1).get())
    return listen(readTime)
  }

  /** Listens from a minute before `time`. Resolves when all changes since have been passed on. */
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
    /** The overlap covers changes between the two listeners. */
    function relisten() {
      if (ended || closing.signal.aborted) return
      ended = true
      isListening = false
      lag.cut()
      stop()
      listening = listenAgain(latest)
      // The error reaches the callers of `sync`.
      listening.catch(() => {})
    }

    const watch = () =>
      watchSince(db, {
        name: declared.name,
        since,
        onDocuments: passedOn(onDocuments),
        onDeletions: passedOn(onDeletions),
        onError: relisten,
      })
    isListening = false
    let watching = watch()
    const stop = () => watching.stop()
    try {
      for (let timeout = FIRST_SNAPSHOT_TIMEOUT; !(await hasBegun(watching, timeout)); timeout *= 2) {
        // The client would wait for two minutes before it asks again.
        stop()
        watching = watch()
      }
      isListening = true
      lag.restored()
    } catch (error) {
      stop()
      throw error
    }
    return stop
  }

  const hasBegun = ({ begun }: { begun: Promise<unknown> }, timeout: number) =>
    Promise.race([
      begun.then(() => true),
      sleep(timeout, undefined, { ref: false }).then(() => closing.signal.aborted),
    ])

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
      const { items, next } = await reader.find(declared.collection, { limit: PAGE, ...page })
      putAll(items)
      page = next === undefined ? undefined : { cursor: next }
    }
    changedWhileLoading = undefined
  }

  return {
    lags() {
      const milliseconds = lag.read()
      return milliseconds === undefined ? [] : [[declared.name, milliseconds]]
    },
    cutFor: lag.cutFor,
    position() {
      if (page) return undefined
      return isListening ? new Date().toISOString() : through?.toDate().toISOString()
    },
    wrote(write, commit, answered) {
      if (write.declared === declared) ownWrites.sent(write.id, commit, answered)
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
