import { isObject, parseStored, type TextStorage } from '#client/lib/storage/storage.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

const KEY = 'errorLog'

export type LocalLog = ReturnType<typeof createLocalLog>

/** The last errors in this browser, oldest first, for people to read. Nothing is sent from it. */
export function createLocalLog(storage: TextStorage) {
  /** Unsaved entries by id: writing the log takes longer than an error may cost when there are thousands. */
  const unsaved = new Map<string, ClientErrorEntry>()

  function readStored(): ClientErrorEntry[] {
    return parseStored(storage.read(KEY), isList)?.filter(isEntry) ?? []
  }

  function read() {
    const stored = readStored().filter(({ id }) => !unsaved.has(id))
    return [...stored, ...unsaved.values()].slice(-CLIENT_ERRORS.localLogEntries)
  }

  const write = (entries: readonly ClientErrorEntry[]) => storage.write(KEY, JSON.stringify(entries))

  return {
    read,
    /** Drops the older half to make room for something more important. False when there is nothing left to drop. */
    makeRoom(): boolean {
      const entries = readStored()
      return entries.length > 0 && write(entries.slice(Math.ceil(entries.length / 2)))
    },
    /** Replaces an entry of the same id. */
    put(entry: ClientErrorEntry) {
      unsaved.delete(entry.id)
      unsaved.set(entry.id, entry)
      if (unsaved.size > CLIENT_ERRORS.localLogEntries) unsaved.delete(unsaved.keys().next().value ?? '')
    },
    /** Writes the entries passed to `put`. */
    save() {
      if (unsaved.size === 0) return
      const entries = read()
      while (entries.length > 0 && !write(entries)) {
        entries.splice(0, Math.ceil(entries.length / 2))
      }
      unsaved.clear()
    },
  }
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** Without an id, it would be neither replaced by a later version nor recognised as a duplicate. */
export const isEntry = (value: unknown): value is ClientErrorEntry =>
  isObject(value) && typeof value['id'] === 'string'

export type Counter = ReturnType<typeof createCounter>

/** Numbers by reason. */
export type Counts = Readonly<Record<string, number>>

/** Counts that survive the page; while storage is full they are still correct in this page. */
export function createCounter(storage: TextStorage, key: string) {
  let unsaved: Counts = {}

  const total = () => sum(readStored(), unsaved)

  const readStored = () => countsOf(parseStored(storage.read(key), isObject))

  function add(changes: Counts) {
    if (Object.values(changes).every((change) => change === 0)) return
    const isSaved = storage.write(key, JSON.stringify(sum(total(), changes)))
    unsaved = isSaved ? {} : sum(unsaved, changes)
  }

  return {
    read: (): Counts => Object.fromEntries(Object.entries(total()).filter(([, count]) => count > 0)),
    add,
    /** Subtracts counts that were reported, so that they are not reported again. */
    subtract(reported: Counts) {
      for (const reason in reported) add({ [reason]: -(reported[reason] ?? 0) })
    },
  }
}

/** The counts in a stored value. */
export const countsOf = (stored: unknown): Counts =>
  Object.fromEntries(Object.entries(isObject(stored) ? stored : {}).filter(isCount))

const isCount = (entry: [string, unknown]): entry is [string, number] => Number.isSafeInteger(entry[1])

function sum(some: Counts, others: Counts): Counts {
  const total: Record<string, number> = { ...some }
  for (const reason in others) total[reason] = (total[reason] ?? 0) + (others[reason] ?? 0)
  return total
}
