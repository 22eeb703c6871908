import { batchBody, firstBatch, type Origin, type Pending } from './batch.ts'
import type { Outbox } from './outbox.ts'
import type { Backoff } from './backoff.ts'
import type { Counter } from './counter.ts'
import type { Transport } from './transport.ts'

const LOCK = 'client-errors'
const WHILE_ANOTHER_SENDS = 1_000

export type Sender = ReturnType<typeof createSender>

interface Deps {
  origin: Origin
  outbox: Outbox
  dropped: Counter
  transport: Transport
  backoff: Backoff
  /** Absent in old browsers: tabs may then send the same entry twice, which is harmless. */
  locks: Pick<LockManager, 'request'> | undefined
  after: (delay: number, run: () => void) => void
  now: () => number
  newId: () => string
}

/** Empties the outbox into the server. Neither method ever rejects. */
export function createSender({
  origin,
  outbox,
  dropped,
  transport,
  backoff,
  locks,
  after,
  now,
  newId,
}: Deps) {
  const inFlight = new Set<string>()
  let flushing = false
  let stopped = false

  function compose(batch: readonly Pending[], droppedBefore: number) {
    for (const { key } of batch) outbox.seal(key)
    const sentAt = new Date(now()).toISOString()
    return batchBody(batch, origin, { batchId: newId(), sentAt, dropped: droppedBefore })
  }

  /** @returns whether it makes sense to go on with others */
  async function deliver(batch: readonly Pending[], droppedBefore: number): Promise<boolean> {
    for (const { key } of batch) inFlight.add(key)
    const verdict = await transport.post(compose(batch, droppedBefore))
    for (const { key } of batch) inFlight.delete(key)

    if (verdict.kind === 'refused') return divide(batch)
    if (verdict.kind === 'received') {
      for (const { key } of batch) outbox.remove(key)
      dropped.add(verdict.receipt.rejected.length - droppedBefore)
      backoff.end()
      return true
    }
    if (verdict.kind === 'later') backoff.begin(verdict.pause, flush)
    else stopped = true
    return false
  }

  async function divide(batch: readonly Pending[]): Promise<boolean> {
    const middle = Math.ceil(batch.length / 2)
    const [only] = batch
    if (only && batch.length === 1) {
      outbox.evict(only.key)
      return true
    }
    return (await deliver(batch.slice(0, middle), 0)) && deliver(batch.slice(middle), 0)
  }

  async function sendAll() {
    for (;;) {
      const batch = firstBatch(outbox.pending(now()).filter(({ key }) => !inFlight.has(key)))
      if (batch.length === 0 || backoff.active() || !(await deliver(batch, dropped.read()))) return
    }
  }

  /**
   * Waiting in line for the lock would lead to sending twice: it is passed on before storage in another process
   * has heard what was deleted.
   */
  async function sendUnlessLocked(lock: Lock | null) {
    if (lock) await sendAll()
    else after(WHILE_ANOTHER_SENDS, flush)
  }

  /** Everything that waits, this tab's and others'; one tab at a time. */
  async function flush() {
    if (flushing || stopped || backoff.active() || outbox.size() === 0) return
    flushing = true
    try {
      await (locks ? locks.request(LOCK, { ifAvailable: true }, sendUnlessLocked) : sendAll())
    } catch {
      // Refused the lock. What waits, waits for the next flush.
    } finally {
      flushing = false
    }
  }

  /**
   * For a page that may be gone in a moment: at once, without the lock, and only what this tab logged. What finds no
   * room stays for the next page; so does what a beacon took along, since nobody hears what became of it.
   */
  function flushBeforeLeaving() {
    if (stopped || backoff.active()) return
    let waiting = outbox.ownPending().filter(({ key }) => !inFlight.has(key))
    while (waiting.length > 0) {
      const batch = firstBatch(waiting)
      const body = compose(batch, 0)
      if (transport.beacon) {
        if (!transport.beacon(body)) return
      } else {
        if (!transport.canOutlivePage(body)) return
        void deliver(batch, 0)
      }
      waiting = waiting.slice(batch.length)
    }
  }

  return { flush, flushBeforeLeaving }
}
