import type { QueryClient } from '@tanstack/react-query'

import type { CheckInResult } from '#client/features/check-in/queries.ts'
import { reachable, OfflineError } from '#client/lib/request.ts'
import { createObservable } from '#client/lib/observable.ts'
import { hasUnsent, unsentPrefix } from '#client/lib/offline-queue/entries.ts'
import { deviceStorage } from '#client/lib/storage.ts'

import { createDelivery, type OnResult } from './delivery.ts'
import { createNotedQueue, type Noted } from './queue.ts'
import { createSender } from './sender.ts'

export type CheckIns = ReturnType<typeof createCheckIns>

/** What one person notes at doors: kept on this device, and sent as soon as the server can be reached. */
function createCheckIns(cache: QueryClient, uid: string) {
  const prefix = `${unsentPrefix(uid)}check-in:`
  const queue = createNotedQueue({
    storage: deviceStorage,
    prefix,
    now: Date.now,
    newId: () => crypto.randomUUID(),
  })
  const listeners = new Set<OnResult>()
  const { deliver, send } = createDelivery(cache, (noted, result) => {
    for (const hear of listeners) hear(noted, result)
  })
  const sender = createSender({ queue, deliver, locks: navigator.locks, after, now: Date.now })
  const door = createObservable('')
  // The event may be another than this page knows.
  sender.held.subscribe(() => void cache.invalidateQueries({ queryKey: ['events', 'details'] }))
  queue.all.subscribe(() => hasUnsent.set(queue.all.get().length > 0))
  let users = 0
  let stopHearing: (() => void) | undefined

  function note(what: Omit<Noted, 'id'>) {
    const noted = queue.note(what)
    sender.flush()
    return noted
  }

  function followNetworkAndTabs() {
    const stopFollowing = reachable.subscribe(() => reachable.get() && sender.flush())
    const leaving = new AbortController()
    addEventListener(
      'storage',
      ({ key }) => {
        if (key === null || key.startsWith(prefix)) queue.refresh()
      },
      leaving,
    )
    return () => {
      stopFollowing()
      leaving.abort()
    }
  }

  return {
    queue,
    sender,
    /** The event whose door is open in this tab, where what is unsettled is shown; empty elsewhere. */
    door,
    /** @returns how to stop; it goes on while anybody else needs it */
    start() {
      users += 1
      if (users === 1) {
        stopHearing = followNetworkAndTabs()
        sender.start()
      }
      return () => {
        users -= 1
        if (users > 0) return
        stopHearing?.()
        sender.stop()
      }
    },
    note,
    /** At once, for whoever stands there; undefined when there is no answer, and then it is noted for later. */
    async ask(what: Omit<Noted, 'id'>): Promise<CheckInResult | undefined> {
      try {
        if (!reachable.get()) throw new OfflineError()
        const [result] = await send([what])
        return result
      } catch {
        // Whatever it was: the sender meets it again, and says so.
        note(what)
      }
    },
    onResult(hear: OnResult) {
      listeners.add(hear)
      return () => void listeners.delete(hear)
    },
  }
}

/** One for each person who signs in, as their cache is. */
const opened = new WeakMap<QueryClient, CheckIns>()

export function checkInsOf(cache: QueryClient, uid: string): CheckIns {
  const known = opened.get(cache)
  if (known) return known
  const made = createCheckIns(cache, uid)
  opened.set(cache, made)
  return made
}

function after(delay: number, run: () => void) {
  const timer = setTimeout(run, delay)
  return () => clearTimeout(timer)
}
