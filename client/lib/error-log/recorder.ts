import type { ClientErrorEntry } from '#shared/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/constants.ts'

import { createEntry, type ErrorContext, type Occasion } from './entry.ts'
import type { Counter, LocalLog } from './local-log.ts'
import { isNoise, isStaleChunk } from './noise.ts'
import type { Outbox } from './outbox.ts'

/** @param at epoch milliseconds, where it is not now */
export type Recorder = (error: unknown, context: ErrorContext, at?: number) => void

interface Deps {
  outbox: Outbox
  localLog: LocalLog
  dropped: Counter
  now: () => number
  newId: () => string
  page: () => Pick<Occasion, 'url' | 'userAgent' | 'userId'>
}

/** Decides what becomes an entry of the outbox, a repeat of one, or nothing. */
export function createRecorder({ outbox, localLog, dropped, now, newId, page }: Deps): Recorder {
  const seen = new WeakMap<object, ClientErrorEntry>()
  const recent = new Map<string, ClientErrorEntry>()

  function addRepeat(first: ClientErrorEntry, again: ClientErrorEntry) {
    first.count = (first.count ?? 1) + 1
    first.lastAt = again.timestamp
    outbox.put(first)
  }

  /** A failed call is logged when it fails. If it then crashes a screen, its entry gets that type. */
  function promote(entry: ClientErrorEntry, type: string) {
    entry.type = type
    outbox.put(entry)
    localLog.put(entry)
  }

  function findRecent(entry: ClientErrorEntry) {
    const oldest = Date.parse(entry.timestamp) - CLIENT_ERRORS.repeatWindow
    for (const [fingerprint, other] of recent) {
      if (Date.parse(other.timestamp) < oldest || !outbox.isOpen(other)) recent.delete(fingerprint)
    }
    return recent.get(fingerprintOf(entry))
  }

  return function record(error, context, at = now()) {
    const earlier = typeof error === 'object' && error ? seen.get(error) : undefined
    if (earlier && (earlier.type !== 'api' || context.type === 'api')) return
    if (earlier && outbox.isOpen(earlier)) return promote(earlier, context.type)
    const tagged = isStaleChunk(error)
      ? { ...context, metadata: { ...context.metadata, tag: 'stale chunk' } }
      : context
    const entry = createEntry(error, tagged, { id: newId(), at, ...page() })
    if (typeof error === 'object' && error) seen.set(error, entry)
    if (isNoise(entry.message, entry.stack)) return dropped.add(1)

    localLog.put(entry)
    const repeated = findRecent(entry)
    if (repeated) return addRepeat(repeated, entry)
    recent.set(fingerprintOf(entry), entry)
    outbox.put(entry)
  }
}

const FINGERPRINT_LINES = 6

/** Separates repeats within seconds from other errors. Grouping over days is up to the server. */
const fingerprintOf = ({ type, message, stack = '' }: ClientErrorEntry) =>
  [type, message, ...stack.split('\n', FINGERPRINT_LINES)].join('\n')
