/** Web storage that never throws: it may be full, or switched off in the browser. */
const createStorage = (open: () => Storage) => ({
  read(key: string): string | null {
    try {
      return open().getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string) {
    try {
      open().setItem(key, value)
    } catch {
      // What is kept here is a convenience; the page works without.
    }
  },
  remove(key: string) {
    try {
      open().removeItem(key)
    } catch {
      // As above.
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

/** This tab's, until it is closed; survives a reload. */
export const tabStorage = createStorage(() => sessionStorage)
