/** Web storage that never throws: it may be full, or switched off in the browser. */
const createStorage = (open: () => Storage) => ({
  read(key: string): string | null {
    try {
      return open().getItem(key)
    } catch {
      return null
    }
  },
  /** Returns false when storage is full or off: stored values are a convenience, and the page works without them. */
  write(key: string, value: string): boolean {
    try {
      open().setItem(key, value)
      return true
    } catch {
      return false
    }
  },
  remove(key: string) {
    try {
      open().removeItem(key)
    } catch {
      // Storage may be off here, too.
    }
  },
  keys(): string[] {
    try {
      return Object.keys(open())
    } catch {
      return []
    }
  },
})

export type TextStorage = ReturnType<typeof createStorage>

export const keysUnder = (storage: TextStorage, prefix: string) =>
  storage.keys().filter((key) => key.startsWith(prefix))

/** The object that this app stored, of the caller's type like `JSON.parse`. Undefined if it is missing or damaged. */
export function parseStored(text: string | null) {
  try {
    const stored = JSON.parse(text ?? 'null')
    return typeof stored === 'object' && stored ? stored : undefined
  } catch {
    return undefined
  }
}

/** Shared by all tabs, until the person clears it. */
export const deviceStorage = createStorage(() => localStorage)

/** Specific to this tab, until it is closed; survives a reload. */
export const tabStorage = createStorage(() => sessionStorage)
