import type { RsvpEdit, RsvpOutcome } from '#shared/events/rsvps.ts'
import { DATA_CACHE } from '#shared/lib/request-limits.ts'
import { createObservable } from '#client/lib/observable.ts'
import { createBackoff } from '#client/lib/offline-queue/backoff.ts'
import { createQueueEntries } from '#client/lib/offline-queue/entries.ts'
import { isFinal, isTransient } from '#client/lib/offline-queue/failures.ts'
import { createSendLoop, type SendLocks } from '#client/lib/offline-queue/send-loop.ts'
import { ProblemError } from '#client/lib/request-errors.ts'
import { parseStored, type TextStorage } from '#client/lib/storage.ts'
import { isCount, isOneOf, isText, listOf, optional, shape } from '#client/lib/stored-shapes.ts'

/** The last RSVP to an event that was made without a connection. */
export interface UnsentRsvp extends RsvpEdit {
  eventId: string
  /** The event’s: the notice may be on another screen. */
  title: string
  /** Says what it does, such as “Request to join”: the event’s page knew. An earlier release stored none. */
  label?: string
  /** Set once the server has refused it: the reason. It stays until it is dismissed. */
  refused?: string
}

interface Deps {
  storage: TextStorage
  /** Prefix of the storage keys. */
  prefix: string
  locks: SendLocks
  after: (delay: number, run: () => void) => () => void
  now: () => number
  send: (rsvp: UnsentRsvp) => Promise<RsvpOutcome>
  explain: (refusal: ProblemError) => string
  onSent: (rsvp: UnsentRsvp, outcome: RsvpOutcome) => void
}

/** One person's RSVPs that wait for a connection, one for each event. Sends them in any order, until it is stopped. */
export function createRsvpQueue({ storage, prefix, locks, after, now, send, explain, onSent }: Deps) {
  const entries = createQueueEntries({ storage, prefix })
  const all = createObservable<readonly UnsentRsvp[]>(read())
  const backoff = createBackoff({ delays: DATA_CACHE, now })
  const loop = createSendLoop({ lockName: 'rsvps', locks, backoff, after, sendNext })
  let isRunning = false
  let sending: { eventId: string; done: Promise<unknown> } | undefined

  function read() {
    return entries.keys().flatMap((key) => {
      const stored = parseStored(entries.read(key), isUnsent)
      return stored && key === prefix + stored.eventId ? stored : []
    })
  }

  const refresh = () => all.set(read())
  const textOf = (eventId: string) => entries.read(prefix + eventId)

  function write(rsvp: UnsentRsvp) {
    entries.write(prefix + rsvp.eventId, JSON.stringify(rsvp))
    refresh()
  }

  function remove(eventId: string) {
    entries.remove(prefix + eventId)
    refresh()
  }

  async function sendNext() {
    refresh()
    const next = all.get().find(({ refused }) => refused === undefined)
    if (!isRunning || !next) return false
    const text = textOf(next.eventId)
    // Another choice may replace it in the meantime, and a sign-out removes it.
    const isCurrent = () => textOf(next.eventId) === text
    const sent = send(next)
    sending = { eventId: next.eventId, done: sent.catch(() => undefined) }
    try {
      const outcome = await sent
      backoff.succeed()
      if (isCurrent()) remove(next.eventId)
      onSent(next, outcome)
    } catch (error) {
      if (isTransient(error)) {
        loop.retryLater(error instanceof ProblemError ? error.retryAfter : 0)
        return false
      }
      if (!isFinal(error)) throw error
      if (isCurrent()) write({ ...next, refused: explain(error) })
    } finally {
      sending = undefined
    }
    return true
  }

  /** Ignores the backoff: the server can be reached again. */
  function flush() {
    if (!isRunning) return
    backoff.skip()
    void loop.flush()
  }

  return {
    /** One for each event. */
    all,
    refresh,
    flush,
    add: write,
    remove,
    /** Removes the RSVP to an event, and waits for the one that is being sent: a later one must not arrive first. */
    async replace(eventId: string) {
      remove(eventId)
      if (sending?.eventId === eventId) await sending.done
    },
    /** Whether some would be lost with the page. */
    isVolatile: entries.isVolatile,
    start() {
      isRunning = true
      flush()
    },
    stop() {
      isRunning = false
      loop.cancelRetry()
    },
  }
}

const isAnswer = shape<NonNullable<RsvpEdit['answers']>[number]>({
  question: isText,
  guest: optional(isCount),
  values: listOf(isText),
})

const isUnsent = shape<UnsentRsvp>({
  eventId: isText,
  title: isText,
  label: optional(isText),
  state: isOneOf('going', 'maybe', 'declined'),
  guests: isCount,
  answers: optional(listOf(isAnswer)),
  refused: optional(isText),
})
