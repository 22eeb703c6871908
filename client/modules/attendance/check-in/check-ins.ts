import type { QueryClient } from '@tanstack/react-query'

import { reachable } from '#client/lib/http.ts'
import { createObservable } from '#client/lib/observable.ts'
import { followOtherTabs } from '#client/lib/offline-queue/entries.ts'
import { setUnsent } from '#client/lib/offline-queue/has-unsent.ts'
import { onePerCache } from '#client/lib/offline-queue/one-per-cache.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'

import { type CheckInResult, sendCheckIns, sendUndo, showArrivals } from './queries.ts'
import { checkInPrefix, createCheckInQueue, type QueuedCheckIn, type Rejection } from './queue.ts'
import { createCheckInSender } from './sender.ts'

export type CheckIns = ReturnType<typeof createCheckIns>

type ResultListener = (checkIn: QueuedCheckIn, result: CheckInResult) => void

/** One person's check-ins: queued on this device, and sent as soon as the server can be reached. */
function createCheckIns(cache: QueryClient, uid: string) {
  const prefix = checkInPrefix(uid)
  const queue = createCheckInQueue({
    storage: deviceStorage,
    prefix,
    now: Date.now,
    newId: () => crypto.randomUUID(),
  })
  const listeners = new Set<ResultListener>()
  /** Ids of check-ins whose result someone is waiting for. */
  const awaited = new Set<string>()
  const deliver = createDelivery(cache, uid, (checkIn, result) => {
    for (const listener of listeners) listener(checkIn, result)
    return awaited.has(checkIn.id) ? undefined : rejectionOf(result)
  })
  const sender = createCheckInSender({
    queue,
    deliver,
    locks: navigator.locks,
    now: Date.now,
    isOffline: () => !navigator.onLine,
  })
  const openEvent = createObservable('')
  // An event is blocked because it has changed, so the cached details are stale.
  sender.blocked.subscribe(() => void cache.invalidateQueries({ queryKey: ['events', 'details'] }))
  queue.all.subscribe(() => setUnsent('check-in', queue.all.get().length > 0))
  let users = 0
  let unsubscribe: (() => void) | undefined

  function add(checkIn: Omit<QueuedCheckIn, 'id'>) {
    const added = queue.add(checkIn)
    void sender.flush()
    return added
  }

  /**
   * For a person who is waiting. Without a result it is sent later, and listeners get its result.
   */
  async function sendNow(checkIn: Omit<QueuedCheckIn, 'id'>) {
    const added = queue.add(checkIn)
    let result: CheckInResult | undefined
    const stop = onResult(({ id }, each) => {
      if (id === added.id) result = each
    })
    awaited.add(added.id)
    const sending = sender.flush()
    if (reachable.get()) await sending
    awaited.delete(added.id)
    stop()
    return { added, result }
  }

  function onResult(listener: ResultListener) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  function undo(taken: Parameters<typeof queue.undo>[0]) {
    queue.undo(taken)
    void sender.flush()
  }

  function subscribeToNetworkAndTabs() {
    const unsubscribeNetwork = reachable.subscribe(() => reachable.get() && void sender.flush())
    const unfollow = followOtherTabs(prefix, queue.refresh)
    return () => {
      unsubscribeNetwork()
      unfollow()
    }
  }

  return {
    queue,
    sender,
    /** The event whose check-in is open in this tab; empty if none is. */
    openEvent,
    /** @returns a function that stops it; sending continues while another component needs it */
    start() {
      users += 1
      if (users === 1) {
        unsubscribe = subscribeToNetworkAndTabs()
        sender.start()
      }
      return () => {
        users -= 1
        if (users > 0) return
        unsubscribe?.()
        sender.stop()
      }
    },
    add,
    undo,
    sendNow,
    onResult,
  }
}

/**
 * Sends to the server, and writes its answers into the cached list.
 * @param onResult @returns what stays in the queue
 */
function createDelivery(
  cache: QueryClient,
  uid: string,
  onResult: (...result: Parameters<ResultListener>) => Rejection | undefined,
) {
  async function checkIn(batch: readonly QueuedCheckIn[]) {
    const { eventId } = batch[0]!
    const results = await sendCheckIns(
      eventId,
      batch.map(({ at, code, memberId }) => (code === undefined ? { memberId, at } : { code, at })),
      uid,
    )
    const arrivals = batch.map(({ memberId }, index) => [memberId, results[index]?.checkedInAt] as const)
    await showArrivals(cache, eventId, new Map(arrivals))
    return batch.map((each, index) => onResult(each, results[index]!))
  }

  async function undo({ eventId, memberId }: QueuedCheckIn, arrival: string) {
    const { checkedInAt } = await sendUndo(eventId, memberId, arrival, uid)
    await showArrivals(cache, eventId, new Map([[memberId, checkedInAt]]))
    return []
  }

  /** @param batch check-ins of one event, or one undo */
  return (batch: readonly QueuedCheckIn[]) => {
    const [first] = batch
    return first?.undo === undefined ? checkIn(batch) : undo(first, first.undo)
  }
}

function rejectionOf({ result, member }: CheckInResult): Rejection | undefined {
  if (result === 'checkedIn' || result === 'alreadyCheckedIn') return undefined
  return { reason: result, name: member?.displayName }
}

export const checkInsOf = onePerCache(createCheckIns)
