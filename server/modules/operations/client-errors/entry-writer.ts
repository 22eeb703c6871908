import { setTimeout as pause } from 'node:timers/promises'

import type { Clock } from '#server/lib/clock.ts'
import type { LogSink } from '#server/logging/log-sink.ts'

import type { LoggedEntry } from './types.ts'
import type { createWrittenIds } from './written-ids.ts'

/** Each 30 of them are one query. */
const MAX_BATCH = 250
/** Each group costs about a kilobyte of the transaction; invented fingerprints create as many groups as entries. */
const MAX_GROUP_BATCH = 100
/** Milliseconds for gathering entries for one claim. More gather while the one before is written. */
const GATHERED_FOR = 20
/**
 * Milliseconds until entries that another replica has claimed are looked up again. Two replicas that saw each
 * other's claims try again at different times.
 */
const PENDING_DELAY = { shortest: 100, longest: 500 }

interface RenderedEntry {
  line: string
  logged: LoggedEntry
}

interface Waiting {
  entries: readonly RenderedEntry[]
  /** Ids that other replicas have written. */
  written: ReadonlySet<string>
  done: PromiseWithResolvers<ReadonlySet<string>>
}

interface Deps {
  sink: Pick<LogSink, 'append'>
  clock: Clock
  writtenIds: Pick<ReturnType<typeof createWrittenIds>, 'claim' | 'release' | 'confirm'>
}

/**
 * Writes entries in three steps: claims their ids, writes their lines, and stores that they are written. The claim
 * keeps two replicas from writing the same entry at once. The last step makes an entry a duplicate: a replica that
 * ends between the steps leaves a claim that expires.
 */
export function createEntryWriter({ sink, clock, writtenIds }: Deps) {
  let queue: Waiting[] = []
  let writing = false

  async function writeAll() {
    writing = true
    while (queue.length > 0) {
      await pause(GATHERED_FOR)
      const taken = takeFrom(queue)
      queue = queue.slice(taken.length)
      try {
        await writeTogether(taken)
      } catch (error) {
        for (const { done } of taken) done.reject(error)
      }
    }
    writing = false
  }

  async function writeTogether(taken: readonly Waiting[]) {
    const entries = taken.flatMap((each) => each.entries)
    const claim = await writtenIds.claim(entries.map(({ logged }) => logged.id))
    const own = entries.filter(({ logged }) => claim.claimed.has(logged.id))
    if (own.length === 0) await writtenIds.release(claim)
    else {
      // Another replica may have claimed them in the meantime.
      if (clock() >= claim.until) throw new Error('The claim of client errors has expired.')
      try {
        await sink.append(own.map(({ line }) => line).join(''))
      } catch (error) {
        await writtenIds.release(claim)
        throw error
      }
      await writtenIds.confirm(
        claim,
        own.map(({ logged }) => logged),
      )
    }
    for (const { entries: its, written: before, done } of taken) {
      const written = before.union(claim.written.intersection(new Set(its.map(({ logged }) => logged.id))))
      const pending = its.filter(({ logged }) => claim.pending.has(logged.id))
      if (pending.length === 0) done.resolve(written)
      else setTimeout(add, pendingDelay(), { entries: pending, written, done })
    }
  }

  function add(waiting: Waiting) {
    queue.push(waiting)
    if (!writing) void writeAll()
    return waiting.done.promise
  }

  return {
    /**
     * Resolves when each entry has its line, with the ids of those that other replicas have written.
     * @throws StoreContention and the errors of the sink: sending again is harmless
     */
    write: (entries: readonly RenderedEntry[]) =>
      add({ entries, written: new Set(), done: Promise.withResolvers() }),
  }
}

const pendingDelay = () =>
  PENDING_DELAY.shortest + Math.random() * (PENDING_DELAY.longest - PENDING_DELAY.shortest)

/** Takes at least the first. */
function takeFrom(queue: readonly Waiting[]) {
  let room = MAX_BATCH
  const groups = new Set<string>()
  const end = queue.findIndex(({ entries }, index) => {
    room -= entries.length
    for (const { logged } of entries) groups.add(logged.fingerprint)
    return index > 0 && (room < 0 || groups.size > MAX_GROUP_BATCH)
  })
  return end < 0 ? queue : queue.slice(0, end)
}
