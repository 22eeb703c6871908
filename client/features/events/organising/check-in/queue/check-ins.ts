import type { QueryClient } from '@tanstack/react-query'

import {
  type CheckInResult,
  sendCheckIns,
  sendUndo,
  showArrivals,
} from '#client/features/events/organising/check-in/queries.ts'
import { reachable } from '#client/lib/connection.ts'
import { OfflineError } from '#client/lib/request.ts'
import { deviceStorage } from '#client/lib/storage.ts'
import { unsentPrefix } from '#client/lib/unsent.ts'

import { createNotedQueue, type Noted, type Refusal } from './noted.ts'
import { createSender } from './sender.ts'

/** Hears what the server made of one thing that was noted. */
export type OnResult = (noted: Noted, result: CheckInResult) => void

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
  const sender = createSender({ queue, deliver, alone, after })
  let users = 0
  let stopHearing: (() => void) | undefined

  async function deliver(batch: readonly Noted[]): Promise<readonly (Refusal | undefined)[]> {
    const { eventId, memberId, undo } = batch[0]!
    if (undo) {
      await sendUndo(eventId, memberId)
      await showArrivals(cache, eventId, new Map([[memberId, undefined]]))
      return []
    }
    const results = await send(eventId, batch)
    batch.forEach((noted, index) => {
      for (const hear of listeners) hear(noted, results[index]!)
    })
    return results.map(refusalOf)
  }

  async function send(eventId: string, batch: readonly Omit<Noted, 'id'>[]) {
    const results = await sendCheckIns(
      eventId,
      batch.map(({ at, code, memberId }) => (code === undefined ? { memberId, at } : { code, at })),
    )
    const arrivals = batch.map(({ memberId }, index) => [memberId, results[index]?.checkedInAt] as const)
    await showArrivals(cache, eventId, new Map(arrivals))
    return results
  }

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
        const [result] = await send(what.eventId, [what])
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

function refusalOf({ result, member }: CheckInResult): Refusal | undefined {
  if (result === 'checkedIn' || result === 'alreadyCheckedIn') return undefined
  return { why: result, ...(member && { name: member.displayName }) }
}

const alone = (work: () => Promise<void>) =>
  'locks' in navigator ? navigator.locks.request('check-ins', work) : work()

function after(delay: number, run: () => void) {
  const timer = setTimeout(run, delay)
  return () => clearTimeout(timer)
}
