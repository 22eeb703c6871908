import { setTimeout as sleep } from 'node:timers/promises'

import type { DocumentReference, Firestore, Timestamp } from 'firebase-admin/firestore'

import { createKeyedMutex, type KeyedMutex } from '#server/lib/keyed-mutex.ts'

import { AlreadyExists } from './port.ts'

/** Not a collection of the features: a document for each lock that a process holds. */
const LOCKS = 'locks'
/** Milliseconds for which a process waits for a lock. Most transactions take a tenth of it. */
const MAX_WAIT = 4_000
/** Milliseconds between attempts: random, so that several processes that wait do not stay in step. */
const MAX_PAUSE = 100

interface Deps {
  db: Firestore
  /** Calls with a deadline. */
  call: <T>(call: () => Promise<T>) => Promise<T>
}

/**
 * Locks that spare transactions of several processes the seconds that they would wait for each other at Firestore, whose
 * own locks still decide. A process that waits in vain takes the holder for dead, removes the lock, and goes ahead; no
 * machine's clock is compared with another's.
 */
export function createFirestoreLocks({ db, call }: Deps): KeyedMutex {
  const mutex = createKeyedMutex()
  const locks = db.collection(LOCKS)

  /** @returns when it was created, by which it is told from a later one; nothing without the lock */
  async function acquire(lock: DocumentReference): Promise<Timestamp | undefined> {
    const end = performance.now() + MAX_WAIT
    let first: Timestamp | undefined
    do {
      try {
        return (await call(() => lock.create({}))).writeTime
      } catch (error) {
        if (!(error instanceof AlreadyExists)) return undefined
      }
      first ??= await createdAt(lock)
      await sleep(Math.random() * MAX_PAUSE)
    } while (performance.now() < end)
    if (first) await release(lock, first)
    return undefined
  }

  const createdAt = (lock: DocumentReference) =>
    call(() => lock.get()).then(
      ({ updateTime }) => updateTime,
      () => undefined,
    )

  /** Unless another process holds it by now. */
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
