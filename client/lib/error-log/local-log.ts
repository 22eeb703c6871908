import type { TextStorage } from '#client/lib/storage.ts'
import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

const KEY = 'errorLog'

export type LocalLog = ReturnType<typeof createLocalLog>

/** The last errors in this browser, oldest first, for people to read. Nothing is sent from it. */
export function createLocalLog(storage: TextStorage) {
  function read(): ClientErrorEntry[] {
    try {
      const stored: unknown = JSON.parse(storage.read(KEY) ?? '[]')
      return Array.isArray(stored) ? stored : []
    } catch {
      return []
    }
  }

  const write = (entries: readonly ClientErrorEntry[]) => storage.write(KEY, JSON.stringify(entries))

  return {
    read,
    /** Drops the older half for something more important. False when there is nothing left to drop. */
    makeRoom(): boolean {
      const entries = read()
      return entries.length > 0 && write(entries.slice(Math.ceil(entries.length / 2)))
    },
    /** An entry of the same id is replaced. */
    put(entry: ClientErrorEntry) {
      const others = read().filter(({ id }) => id !== entry.id)
      const entries = [...others, entry].slice(-CLIENT_ERRORS.localLogEntries)
      while (entries.length > 0 && !write(entries)) {
        entries.splice(0, Math.ceil(entries.length / 2))
      }
    },
  }
}

export type Counter = ReturnType<typeof createCounter>

/** A count that outlives the page; while storage is full it is still right in this page. */
export function createCounter(storage: TextStorage, key: string) {
  let unsaved = 0
  const read = () => (Number(storage.read(key)) || 0) + unsaved

  return {
    read,
    add(change: number) {
      if (change === 0) return
      const total = Math.max(0, read() + change)
      unsaved = storage.write(key, String(total)) ? 0 : unsaved + change
    },
  }
}
