import { SECOND } from '#shared/lib/durations.ts'
import * as words from '#shared/lib/messages.ts'
import { unavailable } from '#server/lib/failure.ts'
import type { KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import { StoreDeadlineExceeded } from '#server/store/port.ts'

interface Waiting<A, R> {
  edit: A
  /** A time of `performance.now()`. */
  until: number
  resolve: (result: R) => void
  reject: (reason: unknown) => void
}

interface Deps<A, R> {
  eventMutex: KeyedMutex
  /** Milliseconds from an edit's arrival to its outcome. */
  deadline: number
  memberOf: (edit: A) => string
  /** Stores all edits in one transaction that ends within `deadline` milliseconds. Returns one outcome for each. */
  store: (eventId: string, edits: readonly A[], deadline: number) => Promise<PromiseSettledResult<R>[]>
}

/** Each is a write, and each may promote members of the waitlist; Firestore allows 500 writes per transaction. */
const MAX_BATCH = 100
const MAX_WAITING = 1_000

/**
 * Stores RSVPs to one event that wait for each other in this process together, in the order of their arrival. The
 * deadline of a transaction includes the waiting.
 */
export function createRsvpBatcher<A, R>({ eventMutex, deadline, memberOf, store }: Deps<A, R>) {
  /** Queues by event, while a batch of it is stored or about to be. */
  const queues = new Map<string, Waiting<A, R>[]>()

  /** The oldest edits, at most one per member: a member's next edit depends on the outcome. */
  function takeBatch(eventId: string) {
    const queue = queues.get(eventId) ?? []
    const members = new Set<string>()
    const isNew = ({ edit }: Waiting<A, R>) =>
      members.size < MAX_BATCH && members.size < members.add(memberOf(edit)).size
    const end = queue.findIndex((waiting) => !isNew(waiting))
    return queue.splice(0, end === -1 ? queue.length : end)
  }

  async function storeBatch(eventId: string) {
    const batch = takeBatch(eventId)
    try {
      const remaining = batch[0]!.until - performance.now()
      if (remaining <= 0) throw new StoreDeadlineExceeded('The edits waited too long')
      const edits = batch.map(({ edit }) => edit)
      const outcomes = await store(eventId, edits, remaining)
      for (const [at, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[at]!
        if (outcome.status === 'fulfilled') resolve(outcome.value)
        else reject(outcome.reason)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      if (queues.get(eventId)?.length === 0) queues.delete(eventId)
      else scheduleBatch(eventId)
    }
  }

  const scheduleBatch = (eventId: string) => void eventMutex(eventId, () => storeBatch(eventId))

  return (eventId: string, edit: A): Promise<R> => {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    const waiting = { edit, until: performance.now() + deadline, resolve, reject }
    const queue = queues.get(eventId)
    if (queue && queue.length >= MAX_WAITING) {
      throw unavailable('busy', words.problemBusy(), { retryAfter: SECOND })
    }
    if (queue) queue.push(waiting)
    else {
      queues.set(eventId, [waiting])
      scheduleBatch(eventId)
    }
    return promise
  }
}
