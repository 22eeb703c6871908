import { Timestamp } from 'firebase-admin/firestore'

import { SECOND } from '#shared/lib/durations.ts'
import { lastingError } from '#server/store/firestore/errors.ts'
import type { StoreLog } from '#server/store/store-log.ts'
import type { StoreUnavailable } from '#server/store/port.ts'

import { createFeedBackoff } from './backoff.ts'
import type { Heartbeat } from './heartbeat.ts'
import type { Listen, ListenCall, ListenMessage } from './listen.ts'
import { fieldsOf, idOf, timeOf } from './messages.ts'
import {
  createSubscription,
  MAX_SILENCE,
  type Subscriber,
  type Subscription,
  type TargetHandlers,
} from './subscription.ts'

interface Deps {
  listen: Listen
  heartbeat: Heartbeat
  log: StoreLog
  /** Milliseconds of a clock that never jumps. */
  now?: () => number
  /** From 0 to 1. */
  random?: () => number
}

type State =
  /** No feed has listened yet. */
  | { name: 'idle' }
  /** The heartbeat alone is listened to, which tells Firestore's time. */
  | { name: 'connecting'; call: ListenCall; since: number }
  | OpenState
  | { name: 'pausing'; timer: NodeJS.Timeout }
  | { name: 'closed' }

interface OpenState {
  name: 'open'
  call: ListenCall
  since: number
  /** Firestore's, of the last snapshot. */
  time: Timestamp
  snapshotAt: number
  /** When a snapshot or a change arrived last: there is no snapshot while many changes are arriving. */
  progressAt: number
}

interface SentTarget extends TargetHandlers {
  /** Undefined for the heartbeat. */
  subscription?: Subscription
  isCurrent: boolean
}

type TargetChange = NonNullable<ListenMessage['targetChange']>

/** A gRPC status. */
const UNKNOWN = 2
const TICK = 5 * SECOND
const CONNECT_TIMEOUT = 10 * SECOND
const REMEDY = 'see the error; npm run check-store names what Firestore refuses, and what to do'

export type ListenStream = ReturnType<typeof createListenStream>

/**
 * The one call of `Listen` in this process, which all feeds share. A snapshot of it is proof that each of them is
 * up to date.
 */
export function createListenStream({
  listen,
  heartbeat,
  log,
  now = () => performance.now(),
  random = Math.random,
}: Deps) {
  const subscriptions = new Set<Subscription>()
  const targets = new Map<number, SentTarget>()
  const backoff = createFeedBackoff(random)
  const refused = new Set<string>()
  let lastTarget = 0
  let state: State = { name: 'idle' }
  let ticking: NodeJS.Timeout | undefined

  function connect() {
    const isPresent = () => 'call' in state && state.call === call
    const call = listen({
      onMessage: (message) => void (isPresent() && receive(message)),
      onEnd: (error) => void (isPresent() && disconnect(error)),
    })
    state = { name: 'connecting', call, since: now() }
    add(heartbeat.target)
  }

  function disconnect(error: unknown) {
    if (!('call' in state)) return
    const { call, since } = state
    const goodFor = state.name === 'open' ? now() - since : 0
    const behindSince = state.name === 'open' ? state.snapshotAt : since
    state = { name: 'pausing', timer: setTimeout(connect, backoff.next(goodFor)).unref() }
    targets.clear()
    heartbeat.restart()
    call.end()
    const lasting = lastingError(error)
    for (const subscription of subscriptions) subscription.cut(behindSince, lasting)
    if (lasting)
      onRefused(
        [...subscriptions].map(({ name }) => name),
        lasting,
      )
  }

  function add(handlers: TargetHandlers, subscription?: Subscription) {
    lastTarget += 1
    targets.set(lastTarget, { ...handlers, isCurrent: false, subscription })
    if ('call' in state) state.call.send({ addTarget: { ...handlers.target, targetId: lastTarget } })
    return lastTarget
  }

  function remove(target: number) {
    if (targets.delete(target) && 'call' in state) state.call.send({ removeTarget: target })
  }

  function receive({ targetChange, documentChange, documentDelete, documentRemove }: ListenMessage) {
    const removed = documentDelete ?? documentRemove
    if (targetChange) onTargetChange(targetChange)
    else if (documentChange?.document) {
      const { name, fields, updateTime } = documentChange.document
      const changed = { id: idOf(name!), fields: fieldsOf(fields), updatedAt: timeOf(updateTime!) }
      for (const target of sentAs(documentChange.targetIds)) {
        target.onDocument(changed)
        if (!target.subscription || state.name !== 'open') continue
        target.subscription.progressed()
        state.progressAt = now()
      }
    } else if (removed?.document) {
      for (const target of sentAs(removed.removedTargetIds))
        target.onRemoved(idOf(removed.document), timeOf(removed.readTime!))
    }
    // Filters count what is in a target. A feed has no need to know: deletions are on record.
  }

  const sentAs = (ids: number[] | null | undefined) =>
    (ids ?? []).map((id) => targets.get(id)).filter((target) => target !== undefined)

  function onTargetChange(change: TargetChange) {
    const { targetChangeType: type, targetIds, cause, readTime } = change
    const concerned = targetIds?.length ? sentAs(targetIds) : [...targets.values()]
    if (type === 'CURRENT') for (const target of concerned) target.isCurrent = true
    if (type === 'RESET') for (const target of concerned) target.isCurrent = false
    if (type === 'REMOVE') {
      for (const id of targetIds ?? []) targets.delete(id)
      refuse(concerned, cause)
    }
    if (type === 'NO_CHANGE' && !targetIds?.length && readTime) onSnapshot(timeOf(readTime))
  }

  function refuse(concerned: readonly SentTarget[], cause: TargetChange['cause']) {
    const details = cause?.message ?? ''
    const error = Object.assign(new Error(details), { code: cause?.code ?? UNKNOWN, details })
    for (const { subscription } of concerned) {
      if (!subscription) return disconnect(error)
      subscription.refuse(lastingError(error))
    }
  }

  function onSnapshot(time: Timestamp) {
    if (!('call' in state)) return
    const at = now()
    const isFirst = state.name === 'connecting'
    const since = state.name === 'open' ? state.since : at
    state = { name: 'open', call: state.call, since, time, snapshotAt: at, progressAt: at }
    heartbeat.arrived(time)
    for (const subscription of subscriptions) {
      if (isFirst) subscription.start()
      else subscription.snapshot(time)
    }
    if (
      refused.size > 0 &&
      [...subscriptions].every((each) => !refused.has(each.name) || !each.behindFor())
    ) {
      log.info({ feeds: [...refused] }, 'change feeds accepted again')
      refused.clear()
    }
  }

  /** Logs once until all are accepted again. */
  function onRefused(names: readonly string[], err: StoreUnavailable) {
    const unknown = names.filter((name) => !refused.has(name))
    if (unknown.length === 0) return
    for (const name of unknown) refused.add(name)
    log.warn({ feeds: unknown, kind: err.kind, err, remedy: REMEDY }, 'change feeds refused')
  }

  function onSilent(silent: readonly Subscription[]) {
    log.warn({ feeds: silent.map(({ name }) => name) }, 'change feeds silent: listening again')
  }

  function tick() {
    if (state.name === 'connecting' && now() - state.since > CONNECT_TIMEOUT) disconnect(undefined)
    if (state.name !== 'open') return
    const { snapshotAt, progressAt } = state
    if (now() - progressAt > MAX_SILENCE) {
      onSilent([...subscriptions])
      return disconnect(undefined)
    }
    const stuck = [...subscriptions].filter((each) => each.isStuck())
    if (stuck.length > 0 && now() - snapshotAt < MAX_SILENCE) {
      onSilent(stuck)
      for (const subscription of stuck) subscription.restart()
    }
    // Not with the first snapshot: Google's emulator breaks a stream to which it sends a change while it adds targets.
    heartbeat.beat()
  }

  return {
    /** The first one opens the stream. */
    subscribe(subscriber: Subscriber): Subscription {
      const subscription = createSubscription(subscriber, {
        add,
        remove,
        isCurrent: (target) => targets.get(target)?.isCurrent === true,
        backoff: createFeedBackoff(random),
        now,
        time: () => (state.name === 'open' ? state.time : undefined),
        onRefused: (name, error) => onRefused([name], error),
        onClose: (closed) => subscriptions.delete(closed),
      })
      subscriptions.add(subscription)
      if (state.name === 'idle') {
        connect()
        ticking = setInterval(tick, TICK).unref()
      } else subscription.start()
      return subscription
    },

    close() {
      clearInterval(ticking)
      if (state.name === 'pausing') clearTimeout(state.timer)
      const call = 'call' in state ? state.call : undefined
      state = { name: 'closed' }
      call?.end()
    },
  }
}
