import type { TextStorage } from '#client/lib/storage.ts'
import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

import { fitsABatch, type Pending } from './batch.ts'
import { keyTab, keyTime, outboxKey } from './outbox-key.ts'
import { createOutboxTexts } from './outbox-texts.ts'
import type { Counter } from './counter.ts'
import { byteLength } from './text.ts'

interface Deps {
  storage: TextStorage
  tabId: string
  dropped: Counter
  makeRoom: () => boolean
}

export type Outbox = ReturnType<typeof createOutbox>

/** What the server has not acknowledged yet, of all tabs. They never overwrite each other's entries. */
export function createOutbox({ storage, tabId, dropped, makeRoom }: Deps) {
  const texts = createOutboxTexts(storage, makeRoom)
  const sealed = new Set<string>()

  function remove(key: string) {
    texts.remove(key)
    sealed.delete(key)
  }

  function evict(key: string) {
    remove(key)
    dropped.add(1)
  }

  function trim() {
    const sizes = texts.keys().map((key) => ({ key, bytes: byteLength(texts.read(key) ?? '') }))
    let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    let count = sizes.length
    for (const { key, bytes } of sizes) {
      if (count <= CLIENT_ERRORS.outboxEntries && total <= CLIENT_ERRORS.outboxBytes) return
      evict(key)
      total -= bytes
      count -= 1
    }
  }

  function parse(key: string): Pending[] {
    const text = texts.read(key) ?? ''
    try {
      const item = { key, entry: JSON.parse(text), bytes: byteLength(text) }
      if (fitsABatch(item)) return [item]
    } catch {
      // Whatever it is, we did not write it.
    }
    evict(key)
    return []
  }

  const isOwn = (key: string) => keyTab(key) === tabId

  return {
    put(entry: ClientErrorEntry) {
      const gone = texts.write(outboxKey(entry, tabId), JSON.stringify(entry))
      dropped.add(gone.length)
      trim()
    },
    size: () => texts.keys().length,
    /** Oldest first. Another tab's entry is left alone while that tab may still add repeats to it. */
    pending(now: number) {
      const settled = now - CLIENT_ERRORS.repeatWindow
      return texts
        .keys()
        .filter((key) => isOwn(key) || keyTime(key) < settled)
        .flatMap(parse)
    },
    ownPending: () => texts.keys().filter(isOwn).flatMap(parse),
    /** From now on the entry is not changed any more: it is being sent. */
    seal: (key: string) => void sealed.add(key),
    /** Whether the entry is still here and may be changed by another `put`. */
    isOpen(entry: ClientErrorEntry) {
      const key = outboxKey(entry, tabId)
      return !sealed.has(key) && texts.read(key) !== null
    },
    remove,
    /** Removes what can never be sent, and counts it. */
    evict,
  }
}
