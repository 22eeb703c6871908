import { setTimeout as wait } from 'node:timers/promises'
import type { DocumentReference, Firestore, Timestamp } from 'firebase-admin/firestore'

import { SECOND } from '#shared/lib/durations.ts'
import { createKeyedMutex, type KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import { AlreadyExists } from '#server/store/port.ts'

/** Not a declared collection: one document for each lock that a process holds. */
const LOCKS = 'locks'
/** Milliseconds after which another process removes a lock. Most transactions take a tenth of it. */
const MAX_HOLD = 4 * SECOND
/** Milliseconds for which a process waits for a lock that others keep taking. */
const MAX_WAIT = 8 * SECOND
/** Milliseconds between attempts, randomised so that waiting processes do not retry at the same time. */
const MAX_PAUSE = 100

interface Deps {
  db: Firestore
  /** Calls with a deadline. */
  call: <T>(call: () => Promise<T>) => Promise<T>
}

/**
 * Locks that save transactions of several processes the seconds that they would wait for each other at Firestore,
 * whose own locks still decide. A holder may die, and counts as dead once others have waited long enough: clocks of
 * machines are never compared. Decision 031.
 */
export function createFirestoreLocks({ db, call }: Deps): KeyedMutex {
  const mutex = createKeyedMutex()
  const locks = db.collection(LOCKS)

  /** @returns its creation time, which distinguishes it from a later one; undefined without the lock */
  async function acquire(lock: DocumentReference): Promise<Timestamp | undefined> {
    const end = performance.now() + MAX_WAIT
    let other: { since: number; holds: Timestamp } | undefined
    while (performance.now() < end) {
      try {
        return (await call(() => lock.create({}))).writeTime
      } catch (error) {
        if (!(error instanceof AlreadyExists)) return undefined
      }
      const holds = await createdAt(lock)
      if (!holds) continue
      if (!other?.holds.isEqual(holds)) other = { since: performance.now(), holds }
      else if (performance.now() - other.since > MAX_HOLD) await release(lock, holds)
      await wait(Math.random() * MAX_PAUSE)
    }
    return undefined
  }

  const createdAt = (lock: DocumentReference) =>
    call(() => lock.get()).then(
      ({ updateTime }) => updateTime,
      () => undefined,
    )

  /** Does nothing if another process holds it by now. */
  const release = (lock: DocumentReference, lastUpdateTime: Timestamp) =>
    call(() => lock.delete({ lastUpdateTime })).catch(() => undefined)

  return (id, work) =>
    mutex(id, async () => {
      const lock = locks.doc(id)
      const held = await acquire(lock)
      try {
        return await work()
      } finally {
        if (held) await release(lock, held)
      }
    })
}
