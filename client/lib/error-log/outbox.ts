import { createQueueEntries } from '#client/lib/offline-queue/entries.ts'
import type { TextStorage } from '#client/lib/storage.ts'
import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

import { byteLength } from './entry.ts'
import type { Counter } from './local-log.ts'
import { entryTime, OUTBOX_PREFIX, outboxKey, tabOf } from './protocol.ts'

/** An entry of the outbox. */
export interface PendingEntry {
  key: string
  entry: ClientErrorEntry
  /** Of its JSON in UTF-8. */
  bytes: number
}

interface Deps {
  storage: TextStorage
  tabId: string
  dropped: Counter
  /** Called first when storage is full; false when it has nothing left to free. */
  makeRoom: () => boolean
}

/** Of the batch around its entries, generously: five short texts, two numbers and their keys. */
const ENVELOPE_BYTES = 512
/** For the entries of one batch. */
export const BATCH_ROOM = CLIENT_ERRORS.batchBytes - ENVELOPE_BYTES

export type Outbox = ReturnType<typeof createOutbox>

/** What the server has not acknowledged yet, of all tabs. */
export function createOutbox({ storage, tabId, dropped, makeRoom }: Deps) {
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
    try {
      if (bytes <= BATCH_ROOM) return [{ key, entry: JSON.parse(text), bytes }]
    } catch {
      // Not written by us.
    }
    evict(key, 'unsendable')
    return []
  }

  const isOwn = (key: string) => tabOf(key) === tabId

  function pendingIf(isWanted: (key: string) => boolean) {
    save()
    return entries.keys().filter(isWanted).flatMap(parse)
  }

  return {
    /** At once: whatever happens next, the entry is stored. */
    put(entry: ClientErrorEntry) {
      const key = outboxKey(entry, tabId)
      changed.delete(key)
      entries.write(key, JSON.stringify(entry))
      isUntrimmed = true
    },
    /** For an entry that it holds: stored a little later, together with further changes. */
    change: (entry: ClientErrorEntry) => void changed.set(outboxKey(entry, tabId), entry),
    /** Stores the changes, and trims what has grown too large. */
    save,
    size: () => entries.keys().length,
    /** Oldest first. Another tab's entry is left alone while that tab may still add repeats to it. */
    pending(now: number) {
      const closedBefore = now - CLIENT_ERRORS.repeatWindow - CLIENT_ERRORS.saveAfter
      return pendingIf((key) => isOwn(key) || entryTime(key) < closedBefore)
    },
    ownPending: () => pendingIf(isOwn),
    /** The entry is being sent, so it is not changed any more. */
    seal: (key: string) => void sealed.add(key),
    /** Whether the entry is still in the outbox and may be changed by another `put`. */
    isOpen(entry: ClientErrorEntry) {
      const key = outboxKey(entry, tabId)
      return !sealed.has(key) && entries.has(key)
    },
    remove,
    /** Removes what can never be sent, and counts it. */
    evict,
  }
}
