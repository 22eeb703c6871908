import type { TextStorage } from '#client/lib/storage.ts'

import { isOutboxKey, keyTime } from './outbox-key.ts'

const byTime = (one: string, other: string) => keyTime(one) - keyTime(other)

/**
 * The outbox's part of the storage, one key per entry. Where storage refuses even after older entries have gone,
 * this page's memory holds the rest.
 * @param makeRoom asked first when storage is full; false when that is no use any more
 */
export function createOutboxTexts(storage: TextStorage, makeRoom: () => boolean) {
  const memory = new Map<string, string>()
  const stored = () => storage.keys().filter(isOutboxKey).toSorted(byTime)

  function remove(key: string) {
    memory.delete(key)
    storage.remove(key)
  }

  return {
    /** Oldest first. */
    keys: () => [...stored(), ...memory.keys()].toSorted(byTime),
    read: (key: string) => memory.get(key) ?? storage.read(key),
    remove,
    /** @returns the keys of older entries that had to go */
    write(key: string, text: string): string[] {
      const evicted: string[] = []
      const others = stored().filter((other) => other !== key)
      while (!storage.write(key, text)) {
        if (makeRoom()) continue
        const oldest = others.shift()
        if (!oldest) {
          memory.set(key, text)
          return evicted
        }
        remove(oldest)
        evicted.push(oldest)
      }
      memory.delete(key)
      return evicted
    },
  }
}
