import { deviceStorage, keysUnder, type TextStorage } from '#client/lib/storage/storage.ts'

interface Deps {
  storage: TextStorage
  /** Common prefix of all keys. */
  prefix: string
  /** Orders keys; by default as text. */
  compare?: (a: string, b: string) => number
  /** Called when storage is full. True if something was removed, so that writing `key` can be tried again. */
  makeRoom?: (key: string) => boolean
}

/**
 * Unsent entries, as texts. Each has its own storage key, so that tabs never overwrite each other's entries. Entries
 * that storage refuses are kept in memory, for as long as the page lives.
 */
export function createQueueEntries({ storage, prefix, compare, makeRoom = () => false }: Deps) {
  const memory = new Map<string, string>()
  const read = (key: string) => memory.get(key) ?? storage.read(key)

  return {
    /** Keys of all tabs, in order. */
    keys: () => [...new Set([...keysUnder(storage, prefix), ...memory.keys()])].toSorted(compare),
    read,
    has: (key: string) => read(key) !== null,
    write(key: string, text: string) {
      while (!storage.write(key, text)) {
        if (makeRoom(key)) continue
        memory.set(key, text)
        return
      }
      memory.delete(key)
    },
    remove(key: string) {
      memory.delete(key)
      storage.remove(key)
    },
    /** Whether some entries would be lost when the page closes. */
    isVolatile: () => memory.size > 0,
  }
}

/**
 * Calls back when another tab has written or removed entries under this prefix.
 * @returns a function that stops it
 */
export function followOtherTabs(prefix: string, onChange: (change: { isRemoved: boolean }) => void) {
  const following = new AbortController()
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key === null || key.startsWith(prefix)) onChange({ isRemoved: newValue === null })
    },
    following,
  )
  return () => following.abort()
}

/**
 * Prefix of the keys of a person's unsent entries. They are stored on the device, since they may outlive the tab, and
 * by person, so that the next person to sign in neither sees nor sends them.
 */
export const unsentPrefix = (uid: string) => `unsent:${encodeURIComponent(uid)}:`

/** Called at a sign-out that the person asked for; after an expired session they find their entries again. */
export const removeUnsentOf = (uid: string) =>
  keysUnder(deviceStorage, unsentPrefix(uid)).forEach(deviceStorage.remove)
