import { createObservable } from '#client/lib/observable.ts'
import { createQueueEntries, unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import { parseStored, type TextStorage } from '#client/lib/storage/storage.ts'
import { isInstant, isOneOf, isText, optional, shape } from '#client/lib/storage/stored-shapes.ts'

/** A check-in, or its undo, that the server has not saved yet. */
export interface QueuedCheckIn {
  /** Sorts in the order in which they were added. */
  id: string
  eventId: string
  memberId: string
  /** Undefined if only a code was read. */
  name?: string
  /** ISO instant, by the clock of this device. */
  at: string
  /** Code of a member who is not on the list, so that only the server can read it. */
  code?: string
  /** Set only for an undo: the time of the arrival that it undoes. */
  undo?: string
  /** Set once it was sent, so that the server may have saved it. */
  sent?: true
  /** Set after a rejection. It stays in the queue until it is dismissed. */
  rejected?: Rejection
}

export interface Rejection {
  reason: 'noSeat' | 'unknownCode'
  name?: string
}

/** The form that `nextId` gives it. */
const ID = /^\d{15}-./

interface Deps {
  storage: TextStorage
  /** Prefix of the storage keys. Each entry has its own, so that two tabs never overwrite each other's. */
  prefix: string
  now: () => number
  newId: () => string
}

/** Prefix of the storage keys of a person's queue. */
export const checkInPrefix = (uid: string) => `${unsentPrefix(uid)}check-in:`

export type CheckInQueue = ReturnType<typeof createCheckInQueue>

export function createCheckInQueue({ storage, prefix, now, newId }: Deps) {
  const entries = createQueueEntries({ storage, prefix })
  const all = createObservable<readonly QueuedCheckIn[]>(read())

  function read() {
    return entries.keys().flatMap((key) => {
      const stored = parseStored(entries.read(key), isQueued)
      return stored && key === prefix + stored.id ? stored : []
    })
  }

  const write = (checkIn: QueuedCheckIn) => entries.write(prefix + checkIn.id, JSON.stringify(checkIn))

  /** Greater than the last one, even if the clock was set back. */
  function nextId() {
    const last = Number(all.get().at(-1)?.id.split('-', 1)[0] ?? 0)
    return `${String(Math.max(now(), last + 1)).padStart(15, '0')}-${newId()}`
  }

  function add(checkIn: Omit<QueuedCheckIn, 'id'>): QueuedCheckIn {
    const added = { ...checkIn, id: nextId() }
    write(added)
    all.set(read())
    return added
  }

  return {
    /** Entries in the order in which they were added. */
    all,
    /** Reads additions and removals of other tabs. */
    refresh: () => all.set(read()),
    /** Whether some entries would be lost when the page closes. */
    isVolatile: entries.isVolatile,
    add,
    /**
     * Undoes an arrival. A check-in that is still queued is no longer sent, and if it was never sent, there is nothing
     * to undo.
     */
    undo(taken: Omit<QueuedCheckIn, 'id' | 'undo'> & { undo: string }) {
      const { eventId, memberId, undo } = taken
      // Another tab may have sent it a moment ago.
      const checkIn = read().find(
        (each) =>
          each.eventId === eventId &&
          each.memberId === memberId &&
          each.undo === undefined &&
          each.at === undo,
      )
      if (checkIn) entries.remove(prefix + checkIn.id)
      if (checkIn && !checkIn.sent) all.set(read())
      else add(taken)
    },
    /** Called before a request that the server may receive, whether or not its answer arrives. */
    markSent(batch: readonly QueuedCheckIn[]) {
      for (const checkIn of batch) if (!checkIn.sent) write({ ...checkIn, sent: true })
      all.set(read())
    },
    /** Called after the server's answer: removes the saved ones, and keeps the rejected ones with their reason. */
    resolve(batch: readonly QueuedCheckIn[], rejections: readonly (Rejection | undefined)[] = []) {
      batch.forEach((checkIn, index) => {
        const rejected = rejections[index]
        // Another tab may have discarded it, or signed out.
        if (rejected && entries.has(prefix + checkIn.id)) write({ ...checkIn, rejected })
        else entries.remove(prefix + checkIn.id)
      })
      all.set(read())
    },
  }
}

const isQueued = shape<QueuedCheckIn>({
  id: (value): value is string => isText(value) && ID.test(value),
  eventId: isText,
  memberId: isText,
  name: optional(isText),
  at: isInstant,
  code: optional(isText),
  // An earlier version stored undos without an arrival, which could undo one recorded by another organiser.
  undo: optional(isInstant),
  sent: optional(isOneOf(true)),
  rejected: optional(shape<Rejection>({ reason: isOneOf('noSeat', 'unknownCode'), name: optional(isText) })),
})
