import type { TextStorage } from '#client/lib/storage.ts'
import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

import { fitsABatch, type Pending } from './batch.ts'
import { isOutboxKey, keyTab, keyTime, outboxKey } from './outbox-key.ts'
import type { Tally } from './tally.ts'
import { byteLength } from './text.ts'

export type Outbox = ReturnType<typeof createOutbox>

/**
 * What the server has not acknowledged yet, of all tabs: one storage key per entry, so that tabs never overwrite
 * each other's. Where storage refuses even after older entries have gone, this page's memory holds the rest.
 */
export function createOutbox({
  storage,
  tabId,
  dropped,
}: {
  storage: TextStorage
  tabId: string
  dropped: Tally
}) {
  const memory = new Map<string, string>()
  const sealed = new Set<string>()

  const keys = () =>
    [...storage.keys().filter(isOutboxKey), ...memory.keys()].toSorted(
      (one, other) => keyTime(one) - keyTime(other),
    )
  const read = (key: string) => memory.get(key) ?? storage.read(key)
  const isOwn = (key: string) => keyTab(key) === tabId

  function remove(key: string) {
    memory.delete(key)
    storage.remove(key)
    sealed.delete(key)
  }

  function evict(key: string) {
    remove(key)
    dropped.add(1)
  }

  function write(key: string, text: string) {
    if (storage.write(key, text)) return
    for (const oldest of keys().filter((other) => other !== key)) {
      evict(oldest)
      if (storage.write(key, text)) return
    }
    memory.set(key, text)
  }

  function trim() {
    const sizes = keys().map((key) => ({ key, bytes: byteLength(read(key) ?? '') }))
    let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    let count = sizes.length
    for (const { key, bytes } of sizes) {
      if (count <= CLIENT_ERRORS.outboxEntries && total <= CLIENT_ERRORS.outboxBytes) return
      evict(key)
      total -= bytes
      count -= 1
    }
  }

  function parse(key: string): Pending | undefined {
    const text = read(key) ?? ''
    try {
      const item = { key, entry: JSON.parse(text), bytes: byteLength(text) }
      if (fitsABatch(item)) return item
    } catch {
      // Whatever it is, we did not write it.
    }
    evict(key)
    return undefined
  }

  return {
    put(entry: ClientErrorEntry) {
      write(outboxKey(entry, tabId), JSON.stringify(entry))
      trim()
    },
    /** Whether the entry may still be changed by `put`: it is here, and no sender has read it. */
    isOpen(entry: ClientErrorEntry) {
      const key = outboxKey(entry, tabId)
      return !sealed.has(key) && read(key) !== null
    },
    size: () => keys().length,
    /** Oldest first. Another tab's entry is left alone while that tab may still add repeats to it. */
    pending(now: number): Pending[] {
      const settled = now - CLIENT_ERRORS.repeatWindow
      return keys()
        .filter((key) => isOwn(key) || keyTime(key) < settled)
        .map(parse)
        .filter((item) => item !== undefined)
    },
    ownPending: (): Pending[] =>
      keys()
        .filter(isOwn)
        .map(parse)
        .filter((item) => item !== undefined),
    seal: (key: string) => void sealed.add(key),
    remove,
    /** For an entry that the server, or its size, refuses for good. */
    evict,
  }
}
