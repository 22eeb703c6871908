import { randomUUID } from 'node:crypto'
import { type Firestore, Timestamp } from 'firebase-admin/firestore'

import { DAY, SECOND } from '#shared/lib/durations.ts'
import { EXPIRES_AT_FIELD } from '#server/store/firestore/reader.ts'
import { MAX_CLOCK_ERROR } from '#server/store/port.ts'
import type { StoreLog } from '#server/store/store-log.ts'

import { singleDocument } from './messages.ts'
import type { TargetHandlers } from './subscription.ts'

/** One document for each process, which Firestore deletes a day after the last beat. */
export const HEARTBEATS = 'heartbeats'

/** Milliseconds. Each beat costs a write and a read. */
const BEAT_EVERY = 20 * SECOND

export type Heartbeat = ReturnType<typeof createHeartbeat>

interface Deps {
  /** Full name of the database. */
  database: string
  /** Writes the document. @returns Firestore's time of the commit */
  write: (path: string, fields: object) => Promise<Timestamp>
  log: StoreLog
  /** Milliseconds of a clock that never jumps. */
  now?: () => number
  /** Epoch milliseconds of this machine's clock. */
  clock?: () => number
}

/** Writes a document that the process itself listens to. */
export function createHeartbeat({
  database,
  write,
  log,
  now = () => performance.now(),
  clock = Date.now,
}: Deps) {
  const path = `${HEARTBEATS}/${randomUUID()}`
  let beatAt = -Infinity
  let snapshot: { time: Timestamp; at: number } | undefined
  /** Being written, or written and not seen in a snapshot yet. */
  let expected: { since: number; committedAt?: Timestamp } | undefined
  let delay = 0
  let clockError = 0

  async function beat() {
    const since = (beatAt = now())
    const sent = clock()
    expected ??= { since }
    const own = expected
    try {
      own.committedAt = await write(path, { [EXPIRES_AT_FIELD]: Timestamp.fromMillis(sent + DAY) })
    } catch {
      // The store's own calls report an outage.
      if (expected === own && !own.committedAt) expected = undefined
      return
    }
    compare()
    measureClock(sent, own.committedAt.toMillis(), clock())
  }

  function compare() {
    if (!expected?.committedAt || !snapshot) return
    if (snapshot.time.valueOf() < expected.committedAt.valueOf()) return
    delay = Math.max(0, snapshot.at - expected.since)
    expected = undefined
  }

  /** The commit was between the two readings of the clock, or the clock is wrong. */
  function measureClock(sent: number, committed: number, answered: number) {
    const wasWrong = Math.abs(clockError) > MAX_CLOCK_ERROR
    clockError = Math.max(0, sent - committed) || Math.min(0, answered - committed)
    const isWrong = Math.abs(clockError) > MAX_CLOCK_ERROR
    if (isWrong && !wasWrong) log.warn({ clockErrorMs: clockError }, 'clock wrong')
    if (wasWrong && !isWrong) log.info({ clockErrorMs: clockError }, 'clock right again')
  }

  const target: TargetHandlers = {
    target: singleDocument(database, path),
    onDocument() {},
    onRemoved() {},
  }

  return {
    target,

    /** The stream has ended; what it missed says nothing about the next one. */
    restart() {
      expected = undefined
      beatAt = -Infinity
    },

    /** Does nothing if the last beat is recent. */
    beat() {
      if (now() - beatAt >= BEAT_EVERY) void beat()
    },

    /** The feeds have everything up to the time. */
    arrived(time: Timestamp) {
      snapshot = { time, at: now() }
      compare()
    },

    /** Milliseconds from a write to its arrival in this process. */
    delay: () => Math.max(delay, expected ? now() - expected.since : 0),

    /** Milliseconds by which this machine's clock is certainly ahead of Firestore's, or behind if negative. */
    clockError: () => clockError,
  }
}

/** @param read calls with the deadline of a read */
export const writeWith =
  (db: Firestore, read: <T>(call: () => Promise<T>) => Promise<T>): Deps['write'] =>
  async (path, fields) =>
    (await read(() => db.doc(path).set(fields))).writeTime
