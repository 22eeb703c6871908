import { createQueueEntries } from '#client/lib/offline-queue/entries.ts'
import { parseStored, type TextStorage } from '#client/lib/storage/storage.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

import { byteLength } from './entry.ts'
import { type Counter, isEntry } from './local-log.ts'
import { entryTime, OUTBOX_PREFIX, outboxKey, tabOf } from './protocol.ts'

/** An entry of the outbox. */
export interface PendingEntry {
  key: string
  entry: ClientErrorEntry
  /** Size of its JSON in UTF-8. */
  bytes: number
}

interface Deps {
  storage: TextStorage
  tabId: string
  dropped: Counter
  /** Called first when storage is full; returns false when it has nothing left to free. */
  makeRoom: () => boolean
}

/** Upper bound for the rest of the batch around its entries: five short texts, two numbers and their keys. */
const ENVELOPE_BYTES = 512
/** Bytes for the entries of one batch. */
export const BATCH_ROOM = CLIENT_ERRORS.batchBytes - ENVELOPE_BYTES

export type ErrorOutbox = ReturnType<typeof createErrorOutbox>

/** The entries of all tabs that the server has not acknowledged yet. */
export function createErrorOutbox({ storage, tabId, dropped, makeRoom }: Deps) {
  const sealed = new Set<string>()
  const changed = new Map<string, ClientErrorEntry>()
  let isUntrimmed = false
  const entries = createQueueEntries({
    storage,
    prefix: OUTBOX_PREFIX,
    compare: (one, other) => entryTime(one) - entryTime(other),
    makeRoom: (key) => makeRoom() || evictOldestStored(key),
  })

  function evictOldestStored(forKey: string) {
    const oldest = entries.keys().find((key) => key !== forKey && storage.read(key) !== null)
    if (oldest) evict(oldest, 'full_storage')
    return oldest !== undefined
  }

  function remove(key: string) {
    entries.remove(key)
    sealed.delete(key)
    changed.delete(key)
  }

  function evict(key: string, reason: string) {
    remove(key)
    dropped.add({ [reason]: 1 })
  }

  function save() {
    for (const [key, entry] of changed) if (entries.has(key)) entries.write(key, JSON.stringify(entry))
    changed.clear()
    if (isUntrimmed) trim()
    isUntrimmed = false
  }

  function trim() {
    const sizes = entries.keys().map((key) => ({ key, bytes: byteLength(entries.read(key) ?? '') }))
    let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    let count = sizes.length
    for (const { key, bytes } of sizes) {
      if (count <= CLIENT_ERRORS.outboxEntries && total <= CLIENT_ERRORS.outboxBytes) return
      evict(key, 'full_outbox')
      total -= bytes
      count -= 1
    }
  }

  function parse(key: string): PendingEntry[] {
    const text = entries.read(key) ?? ''
    const bytes = byteLength(text)
    const entry = bytes <= BATCH_ROOM ? parseStored(text, isEntry) : undefined
    if (entry) return [{ key, entry, bytes }]
    evict(key, 'unsendable')
    return []
  }

  const isOwn = (key: string) => tabOf(key) === tabId

  function pendingIf(isWanted: (key: string) => boolean) {
    save()
    return entries.keys().filter(isWanted).flatMap(parse)
  }

  return {
    /** Stores the entry immediately, so that it survives anything that follows. */
    put(entry: ClientErrorEntry) {
      const key = outboxKey(entry, tabId)
      changed.delete(key)
      entries.write(key, JSON.stringify(entry))
      isUntrimmed = true
    },
    /** Updates an entry that it contains. Stored a little later, together with further changes. */
    change: (entry: ClientErrorEntry) => void changed.set(outboxKey(entry, tabId), entry),
    /** Stores the changes, and trims the outbox to its limit. */
    save,
    size: () => entries.keys().length,
    /**
     * Entries to send, oldest first. Another tab's entry is left alone while that tab may still add repeats to it.
     */
    pending(now: number) {
      const closedBefore = now - CLIENT_ERRORS.repeatWindow - CLIENT_ERRORS.saveAfter
      // A time in the future means that the clock was set back.
      const mayChange = (time: number) => time >= closedBefore && time <= now
      return pendingIf((key) => isOwn(key) || !mayChange(entryTime(key)))
    },
    ownPending: () => pendingIf(isOwn),
    /** Marks an entry as being sent, after which it no longer changes. */
    seal: (key: string) => void sealed.add(key),
    /** Whether the entry is still in the outbox and may be changed by another `put`. */
    isOpen(entry: ClientErrorEntry) {
      const key = outboxKey(entry, tabId)
      return !sealed.has(key) && entries.has(key)
    },
    remove,
    /** Removes and counts an entry that can never be sent. */
    evict,
  }
}
