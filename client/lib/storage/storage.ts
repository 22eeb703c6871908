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

/** Whether a value is what this app stores: other scripts of the origin, extensions and people can write there too. */
export type IsStored<T> = (value: unknown) => value is T

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined if the value is missing, damaged or foreign. */
export function parseStored<T>(text: string | null, isValid: IsStored<T>): T | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A number that was stored as text. Undefined if it is missing, damaged or foreign. */
export function parseNumber(text: string | null): number | undefined {
  const number = Number(text || Number.NaN)
  return Number.isFinite(number) ? number : undefined
}

/** Shared by all tabs, until the person clears it. */
export const deviceStorage = createStorage(() => localStorage)

/** Specific to this tab, until it is closed; survives a reload. */
export const tabStorage = createStorage(() => sessionStorage)
