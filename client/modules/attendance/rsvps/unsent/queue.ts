import { EVENT_LIMITS } from '#shared/events/rules.ts'
import type { RsvpEdit, RsvpOutcome } from '#shared/events/rsvps.ts'
import { DATA_CACHE } from '#shared/lib/request-limits.ts'
import { createObservable } from '#client/lib/observable.ts'
import { createBackoff } from '#client/lib/storage/backoff.ts'
import { createQueueEntries } from '#client/lib/offline-queue/entries.ts'
import { isFinal, isTransient } from '#client/lib/offline-queue/failures.ts'
import { type After, createSendLoop, type SendLocks } from '#client/lib/offline-queue/send-loop.ts'
import { OfflineError, ProblemError } from '#client/lib/request-errors.ts'
import { parseStored, type TextStorage } from '#client/lib/storage/storage.ts'
import { isCount, isOneOf, isText, listOf, optional, shape } from '#client/lib/storage/stored-shapes.ts'

/** The last RSVP to an event that the server has not answered. */
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
  after?: After
  now: () => number
  send: (rsvp: UnsentRsvp) => Promise<RsvpOutcome>
  explain: (refusal: ProblemError) => string
  onSent: (rsvp: UnsentRsvp, outcome: RsvpOutcome) => void
}

/** A button that waits for the outcome of its RSVP. */
type Click = PromiseWithResolvers<RsvpOutcome | undefined> & { text: string }

/**
 * One person's RSVPs on their way to the server, one for each event. Every RSVP is stored before it is sent, and one
 * tab sends at a time: the last one of all tabs therefore arrives last, and none is lost when a tab closes.
 */
export function createRsvpQueue({ storage, prefix, locks, after, now, send, explain, onSent }: Deps) {
  const entries = createQueueEntries({ storage, prefix })
  /** Keys are event ids. */
  const clicks = new Map<string, Click>()
  /** Ids of choices by event. */
  const made = new Map<string, readonly string[]>()
  const all = createObservable<readonly UnsentRsvp[]>(read())
  const backoff = createBackoff({ delays: DATA_CACHE, now })
  const loop = createSendLoop({ lockName: 'rsvps', locks, backoff, after, sendNext })
  let isRunning = false

  function read() {
    return entries.keys().flatMap((key) => {
      const stored = parseStored(entries.read(key), isUnsent)
      return stored && key === prefix + stored.eventId ? stored : []
    })
  }

  const refresh = () => all.set(read().filter(({ eventId }) => !clicks.has(eventId)))
  const textOf = (eventId: string) => entries.read(prefix + eventId)

  function remove(eventId: string) {
    entries.remove(prefix + eventId)
    refresh()
  }

  /**
   * Resolves to undefined if the RSVP is sent later. Rejects if the server refuses or fails, after which it is not
   * sent again.
   */
  async function respond(rsvp: UnsentRsvp) {
    const { eventId } = rsvp
    const click: Click = { ...Promise.withResolvers(), text: JSON.stringify(withEarlierChoices(rsvp)) }
    clicks.set(eventId, click)
    entries.write(prefix + eventId, click.text)
    backoff.skip()
    loop.flush().then(() => click.resolve(undefined), click.reject)
    try {
      return await click.promise
    } finally {
      clicks.delete(eventId)
      refresh()
    }
  }

  /** Choices that this page has made, and those that it replaces may have reached the server. */
  function withEarlierChoices(rsvp: UnsentRsvp): UnsentRsvp {
    const { eventId, choiceId = '', knownChoices: shown } = rsvp
    if (!shown) return rsvp
    const unsent = parseStored(textOf(eventId), isUnsent)
    const known = [...(made.get(eventId) ?? []), ...(unsent?.knownChoices ?? []), ...shown]
    if (unsent?.choiceId) known.push(unsent.choiceId)
    const knownChoices = [...new Set(known)].slice(-EVENT_LIMITS.knownChoices)
    made.set(eventId, [...knownChoices, choiceId])
    return { ...rsvp, knownChoices }
  }

  async function sendNext() {
    refresh()
    const next = read().find(
      ({ eventId, refused }) => refused === undefined && (isRunning || clicks.has(eventId)),
    )
    if (!next) return false
    const { eventId } = next
    const text = textOf(eventId)
    // Another choice may replace it in the meantime, and a sign-out removes it.
    const isCurrent = () => textOf(eventId) === text
    try {
      // A press on a button counts, whatever was chosen before.
      const isPress = clicks.get(eventId)?.text === text
      const outcome = await send(isPress ? { ...next, knownChoices: undefined } : next)
      backoff.succeed()
      if (isCurrent()) remove(eventId)
      const click = clicks.get(eventId)
      clicks.delete(eventId)
      if (click) click.resolve(outcome)
      else onSent(next, outcome)
    } catch (error) {
      const click = clicks.get(eventId)
      if (click?.text === text && !(error instanceof OfflineError)) {
        if (isCurrent()) remove(eventId)
        click.reject(error)
      } else if (isTransient(error)) {
        loop.retryLater(error instanceof ProblemError ? error.retryAfter : 0)
        return false
      } else if (isFinal(error)) {
        if (isCurrent()) entries.write(prefix + eventId, JSON.stringify({ ...next, refused: explain(error) }))
        refresh()
      } else throw error
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
    respond,
    remove,
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
  choiceId: optional(isText),
  knownChoices: optional(listOf(isText)),
  note: optional(isText),
  refused: optional(isText),
})
