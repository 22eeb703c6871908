import { createObservable } from '#client/lib/observable.ts'
import { createQueueEntries } from '#client/lib/offline-queue/entries.ts'
import type { TextStorage } from '#client/lib/storage.ts'

/** What happened at the door, until the server has heard of it. */
export interface Noted {
  /** Sorts in the order in which things were noted. */
  id: string
  eventId: string
  memberId: string
  /** Absent where only a code was read. */
  name?: string
  /** ISO instant, by the clock of this device. */
  at: string
  /** Of someone who is not on the list, so that only the server can tell. */
  code?: string
  /** That they had not come after all. */
  undo?: true
  /** The server said no: kept until someone has seen to it. */
  refused?: Refusal
}

export interface Refusal {
  why: 'noSeat' | 'unknownCode'
  name?: string
}

interface Deps {
  storage: TextStorage
  /** Of its keys: one for each thing noted, so that two tabs never overwrite each other's. */
  prefix: string
  now: () => number
  newId: () => string
}

export type NotedQueue = ReturnType<typeof createNotedQueue>

export function createNotedQueue({ storage, prefix, now, newId }: Deps) {
  const entries = createQueueEntries({ storage, prefix })
  const all = createObservable<readonly Noted[]>(read())

  function read() {
    return entries.keys().flatMap((key) => parse(entries.read(key)) ?? [])
  }

  const write = (noted: Noted) => entries.write(prefix + noted.id, JSON.stringify(noted))

  /** A clock that was set back must not put what follows before what was there. */
  function nextId() {
    const last = Number(all.get().at(-1)?.id.split('-', 1)[0] ?? 0)
    return `${String(Math.max(now(), last + 1)).padStart(15, '0')}-${newId()}`
  }

  return {
    /** In the order in which it was noted. */
    all,
    /** For what other tabs have noted and sent. */
    refresh: () => all.set(read()),
    /** Whether some of it would be lost with the page. */
    isFleeting: entries.isVolatile,
    note(what: Omit<Noted, 'id'>): Noted {
      const noted = { ...what, id: nextId() }
      write(noted)
      all.set(read())
      return noted
    },
    /** The server has heard of them; those it refused stay, with the reason. */
    settle(batch: readonly Noted[], refusals: readonly (Refusal | undefined)[] = []) {
      batch.forEach((noted, index) => {
        const refused = refusals[index]
        // Another tab may have discarded it, or signed out.
        if (refused && entries.has(prefix + noted.id)) write({ ...noted, refused })
        else entries.remove(prefix + noted.id)
      })
      all.set(read())
    },
  }
}

function parse(text: string | null): Noted | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return value && typeof value === 'object' && 'id' in value ? (value as Noted) : undefined
  } catch {
    return undefined
  }
}
