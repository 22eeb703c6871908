import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

import { createEntry, type ErrorContext, messageOf, type Occasion, stackOf } from './entry.ts'
import { createFloodGate } from './flood-gate.ts'
import type { Counter, LocalLog } from './local-log.ts'
import { isStaleChunk, noiseOf } from './noise.ts'
import type { ErrorOutbox } from './outbox.ts'

/**
 * Lines of the stack that distinguish repeats within seconds from other errors. Grouping over days is up to the
 * server.
 */
const KEY_LINES = 6
/** Count from which the message alone decides whether an error is a repeat. */
const FREQUENT = 100

const isObject = (error: unknown) => typeof error === 'object' && error !== null

export type Recorder = ReturnType<typeof createRecorder>

interface Deps {
  outbox: ErrorOutbox
  localLog: LocalLog
  dropped: Counter
  noise: Counter
  now: () => number
  newId: () => string
  page: () => Pick<Occasion, 'url' | 'userAgent' | 'userId'>
  /** Called for each entry that is new in the outbox, or has a new type. */
  onEntry: (entry: ClientErrorEntry) => void
}

/** Decides whether an error becomes a new entry of the outbox, a repeat of one, part of a sum, or noise. */
export function createRecorder({ outbox, localLog, dropped, noise, now, newId, page, onEntry }: Deps) {
  /** Undefined for errors that were left out. */
  const seen = new WeakMap<object, ClientErrorEntry | undefined>()
  const recent = new Map<string, ClientErrorEntry>()
  const flood = createFloodGate((at) =>
    createEntry('Too many errors within a minute', { type: 'flood' }, { id: newId(), at, ...page() }),
  )
  let unsavedNoise: Record<string, number> = {}

  /** @returns the entry that it repeats */
  function addRepeat(first: ClientErrorEntry, at: number, briefKey: string) {
    first.count = (first.count ?? 1) + 1
    first.lastAt = new Date(at).toISOString()
    outbox.change(first)
    if (first.count === FREQUENT) recent.set(briefKey, first)
    const { count: _, lastAt: timestamp, ...again } = first
    localLog.put({ ...again, id: newId(), timestamp })
    return first
  }

  function add(entry: ClientErrorEntry) {
    localLog.put(entry)
    outbox.put(entry)
    onEntry(entry)
    return entry
  }

  /** A failed call is logged when it fails. If it then crashes a screen, its entry gets that type. */
  function promote(entry: ClientErrorEntry, type: string) {
    entry.type = type
    return add(entry)
  }

  function findRecent(keys: readonly string[], at: number) {
    const entries = keys.map((key) => recent.get(key))
    return entries.find((entry) => entry && isRecent(entry, at) && outbox.isOpen(entry))
  }

  function countNoise(reason: string): undefined {
    unsavedNoise[reason] = (unsavedNoise[reason] ?? 0) + 1
  }

  /** @returns the entry that now represents the error */
  function recordNew(error: unknown, context: ErrorContext, at: number) {
    const message = messageOf(error)
    const knownNoise = noiseOf(message)
    if (knownNoise) return countNoise(knownNoise)
    // The stack is only composed when it is read, which takes longer than all the rest.
    if (flood.isFull(at)) return flood.add(at)
    const { type, metadata } = context
    const briefKey = [type, metadata?.['url'], message].join('\n')
    const frequent = findRecent([briefKey], at)
    if (frequent) return addRepeat(frequent, at, briefKey)

    const stack = stackOf(error)
    const noiseOfStack = noiseOf(message, stack)
    if (noiseOfStack) return countNoise(noiseOfStack)
    const isCall = type === 'api'
    const key = `${briefKey}\n${stack?.split('\n', KEY_LINES).join('\n')}`
    // An unlogged retry may crash the screen: it is a different error object for the same failure.
    const callKey = `call\n${message}`
    const earlier = findRecent(isCall ? [key] : [key, callKey], at)
    if (earlier) {
      return earlier.type === 'api' && !isCall ? promote(earlier, type) : addRepeat(earlier, at, briefKey)
    }

    for (const [old, entry] of recent) if (!isRecent(entry, at)) recent.delete(old)
    flood.admit(at)
    const tagged = isStaleChunk(error)
      ? { ...context, metadata: { ...metadata, tag: 'stale chunk' } }
      : context
    const entry = createEntry(error, tagged, { id: newId(), at, ...page() })
    recent.set(key, entry)
    if (isCall) recent.set(callKey, entry)
    return add(entry)
  }

  function sumUp(sum: ReturnType<typeof flood.takeSum>) {
    if (!sum) return
    const { entry, count, lastAt } = sum
    add({ ...entry, count, lastAt: new Date(lastAt).toISOString() })
  }

  return {
    /**
     * Never throws: that would be the next error to log.
     * @param at epoch milliseconds, unless it is now
     * @returns the entry that represents the error, unless it was left out
     */
    record(error: unknown, context: ErrorContext, at = now()): ClientErrorEntry | undefined {
      try {
        if (isObject(error) && seen.has(error)) {
          const earlier = seen.get(error)
          if (earlier?.type !== 'api' || context.type === 'api') return earlier
          if (outbox.isOpen(earlier)) return promote(earlier, context.type)
        }
        const entry = recordNew(error, context, at)
        if (isObject(error)) seen.set(error, entry)
        return entry
      } catch {
        dropped.add({ failed: 1 })
        return undefined
      }
    },
    /** The entry that represents a thrown object. */
    entryOf: (error: unknown) => (isObject(error) ? seen.get(error) : undefined),

    /** Writes deferred changes, because an error must cost next to nothing when there are thousands. */
    save({ isLeaving = false } = {}) {
      sumUp(flood.takeSum(now(), isLeaving))
      outbox.save()
      localLog.save()
      noise.add(unsavedNoise)
      unsavedNoise = {}
    },
    /** Whether `save` has more to do later. */
    hasUnsaved: flood.hasSum,
  }
}

const isRecent = ({ timestamp }: ClientErrorEntry, at: number) =>
  Date.parse(timestamp) >= at - CLIENT_ERRORS.repeatWindow
