import type { Timestamp } from 'firebase-admin/firestore'

import { SECOND } from '#shared/lib/durations.ts'
import type { StoreUnavailable } from '#server/store/port.ts'

import type { FeedBackoff } from './backoff.ts'
import type { ListenTarget } from './messages.ts'

export interface ChangedDocument {
  id: string
  /** With the store's own. */
  fields: Record<string, unknown>
  /** Time of its last commit. */
  updatedAt: Timestamp
}

export interface TargetHandlers {
  target: ListenTarget
  onDocument(document: ChangedDocument): void
  /** The document was deleted before the time, or is no longer in the target. */
  onRemoved(id: string, time: Timestamp): void
}

export interface Subscriber {
  /** Name of a collection. */
  name: string
  /** Called whenever listening begins. @param now Firestore's time, from the past few seconds */
  begin(now: Timestamp): TargetHandlers[]
  /** All commits up to the time have been passed on. */
  passedOn(time: Timestamp): void
}

/** Milliseconds. The heartbeat makes Firestore send a snapshot more than twice in that time. */
export const MAX_SILENCE = 45 * SECOND

interface Deps {
  /** @returns the number of the target */
  add: (handlers: TargetHandlers, subscription: Subscription) => number
  remove: (target: number) => void
  isCurrent: (target: number) => boolean
  backoff: FeedBackoff
  /** Milliseconds of a clock that never jumps. */
  now: () => number
  /** Firestore's time; undefined while there is no stream. */
  time: () => Timestamp | undefined
  onRefused: (name: string, error: StoreUnavailable) => void
  onClose: (subscription: Subscription) => void
}

/** An `error` is one that retries do not mend. */
type State =
  /** Until there is a stream. */
  | { name: 'waiting'; error?: StoreUnavailable }
  /** Changes from before the start are arriving. */
  | { name: 'catching up'; targets: number[] }
  | { name: 'current'; targets: number[]; since: number }
  /** Firestore has refused a target. */
  | { name: 'refused'; error?: StoreUnavailable; retry: NodeJS.Timeout }
  | { name: 'closed' }

export type Subscription = ReturnType<typeof createSubscription>

/** The part of one feed in the stream of its process. */
export function createSubscription(subscriber: Subscriber, deps: Deps) {
  const { add, remove, isCurrent, backoff, now, time, onRefused, onClose } = deps
  let state: State = { name: 'waiting' }
  /** When catching up has begun, or the last change has arrived. */
  let progressAt = now()
  /** Since then, changes may be missing. */
  let behindSince: number | undefined = now()
  let becoming = createBecoming()

  function start() {
    const from = time()
    if (!from || state.name === 'closed') return
    progressAt = now()
    state = { name: 'catching up', targets: subscriber.begin(from).map((each) => add(each, subscription)) }
  }

  function leave(next: State, since: number) {
    if (state.name === 'refused') clearTimeout(state.retry)
    if ('targets' in state) state.targets.forEach(remove)
    if (state.name === 'current') becoming = createBecoming()
    behindSince ??= since
    state = next
  }

  function fail(error: StoreUnavailable) {
    becoming.reject(error)
    becoming = createBecoming()
  }

  const subscription = {
    name: subscriber.name,

    /** The stream is open, and has no targets yet. */
    start,

    /** The stream is consistent at this time. */
    snapshot(at: Timestamp) {
      if (!('targets' in state) || !state.targets.every(isCurrent)) return
      if (state.name === 'catching up') {
        state = { name: 'current', targets: state.targets, since: now() }
        behindSince = undefined
        becoming.resolve()
      }
      subscriber.passedOn(at)
    },

    /** The stream has ended, with its targets. @param since of the last snapshot, by `now` */
    cut(since: number, error: StoreUnavailable | undefined) {
      if (state.name === 'closed') return
      leave({ name: 'waiting', error }, since)
      if (error) fail(error)
    },

    /** Firestore has refused one of the targets. @param error one that retries do not mend */
    refuse(error: StoreUnavailable | undefined) {
      if (state.name === 'closed') return
      const goodFor = state.name === 'current' ? now() - state.since : 0
      const retry = setTimeout(() => {
        leave({ name: 'waiting', error }, now())
        start()
      }, backoff.next(goodFor))
      leave({ name: 'refused', retry: retry.unref(), error }, now())
      if (!error) return
      fail(error)
      onRefused(subscriber.name, error)
    },

    /** One of its changes has arrived. */
    progressed: () => void (progressAt = now()),

    /** It does not become current, although nothing arrives any more. */
    isStuck: () => state.name === 'catching up' && now() - progressAt > MAX_SILENCE,

    /** Listens again, from a later time. */
    restart() {
      if (!('targets' in state)) return
      leave({ name: 'waiting' }, now())
      start()
    },

    /** Resolves once it is current, or closed. @throws StoreUnavailable for a reason that retries do not mend */
    async current(): Promise<void> {
      if ('error' in state && state.error) throw state.error
      if (state.name !== 'current' && state.name !== 'closed') await becoming.promise
    },

    /** Undefined unless it is for a reason that will last. */
    error: () => ('error' in state ? state.error : undefined),

    /** Milliseconds; 0 while it is current. */
    behindFor: () => (behindSince === undefined ? 0 : now() - behindSince),

    close() {
      leave({ name: 'closed' }, now())
      becoming.resolve()
      onClose(subscription)
    },
  }
  return subscription
}

function createBecoming() {
  const becoming = Promise.withResolvers<void>()
  // Callers who wait have the error; without any, nobody has to.
  becoming.promise.catch(() => {})
  return becoming
}
