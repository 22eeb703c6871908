import type { Backoff } from '#client/lib/storage/backoff.ts'
import { type After, createSendLoop, type SendLocks } from '#client/lib/offline-queue/send-loop.ts'
import type { TextStorage } from '#client/lib/storage/storage.ts'
import type { ClientErrorBatch } from '#shared/operations/client-errors.ts'
import { CLIENT_ERRORS } from '#shared/operations/client-error-limits.ts'

import type { Counter } from './local-log.ts'
import { BATCH_ROOM, type ErrorOutbox, type PendingEntry } from './outbox.ts'
import { createReports, isSome, type Report } from './reports.ts'
import type { Transport } from './transport.ts'

export type ErrorSender = ReturnType<typeof createErrorSender>

/** Identifies the page and release that send. */
type Origin = Pick<ClientErrorBatch, 'tabId' | 'release' | 'build'>

interface Deps {
  origin: Origin
  storage: TextStorage
  outbox: ErrorOutbox
  dropped: Counter
  noise: Counter
  transport: Transport
  backoff: Backoff
  locks: SendLocks
  after?: After
  now: () => number
  newId: () => string
}

/** Sends the outbox to the server. No method ever rejects. */
export function createErrorSender(deps: Deps) {
  const { origin, storage, outbox, dropped, noise, transport, backoff, locks, after, now, newId } = deps
  const reports = createReports({ storage, dropped, noise, newId })
  const noReport = (): Report => ({ id: newId(), lost: {}, ignored: {} })
  const inFlight = new Set<string>()
  let stopped = false
  const loop = createSendLoop({ lockName: 'client-errors', locks, backoff, after, sendNext })

  function composeBody(batch: readonly PendingEntry[], { id, lost, ignored }: Report) {
    for (const { key } of batch) outbox.seal(key)
    return JSON.stringify({
      v: 1,
      batchId: id,
      sentAt: new Date(now()).toISOString(),
      dropped: Object.values(lost).reduce((total, count) => total + count, 0),
      droppedBy: isSome(lost) ? lost : undefined,
      noise: isSome(ignored) ? ignored : undefined,
      ...origin,
      entries: batch.map(({ entry }) => entry),
    } satisfies ClientErrorBatch)
  }

  /** @returns whether to continue with the next batch */
  async function deliver(batch: readonly PendingEntry[], report: Report): Promise<boolean> {
    for (const { key } of batch) inFlight.add(key)
    const outcome = await transport.post(composeBody(batch, report))
    for (const { key } of batch) inFlight.delete(key)

    switch (outcome.kind) {
      case 'refused':
        return deliverHalves(batch)
      case 'received':
        for (const { key } of batch) outbox.remove(key)
        reports.acknowledge(report)
        dropped.add({ rejected: outcome.receipt.rejected.length })
        backoff.succeed()
        return true
      case 'later':
        loop.retryLater(outcome.retryAfter)
        return false
      case 'noIntake':
        stopped = true
        return false
    }
  }

  async function deliverHalves(batch: readonly PendingEntry[]): Promise<boolean> {
    const middle = Math.ceil(batch.length / 2)
    const [only] = batch
    if (only && batch.length === 1) {
      outbox.evict(only.key, 'refused')
      return true
    }
    return (await deliver(batch.slice(0, middle), noReport())) && deliver(batch.slice(middle), noReport())
  }

  async function sendNext() {
    const batch = firstBatch(outbox.pending(now()).filter(({ key }) => !inFlight.has(key)))
    return batch.length > 0 && deliver(batch, reports.next())
  }

  /** Sends all entries, including those of other tabs; one tab at a time. */
  async function flush() {
    if (stopped || outbox.size() === 0) return
    await loop.flush()
  }

  /**
   * Sends for a page that may be closed in a moment: at once, without the lock, and only this tab's entries. Entries
   * that do not fit stay for the next page; so do those of a beacon, since its answer never reaches the page.
   */
  function flushBeforeLeaving() {
    if (stopped || backoff.active()) return
    let waiting = outbox.ownPending().filter(({ key }) => !inFlight.has(key))
    while (waiting.length > 0) {
      const batch = firstBatch(waiting)
      const body = composeBody(batch, noReport())
      if (transport.beacon) {
        if (!transport.beacon(body)) return
      } else {
        if (!transport.canOutlivePage(body)) return
        void deliver(batch, noReport())
      }
      waiting = waiting.slice(batch.length)
    }
  }

  /** Called when the network is back: ends the wait, unless the server asked for it. */
  async function flushOnline() {
    backoff.skipUnasked()
    await flush()
  }

  return { flush, flushBeforeLeaving, flushOnline }
}

/** The first entries that fit into one batch. */
function firstBatch(pending: readonly PendingEntry[]): PendingEntry[] {
  let left = BATCH_ROOM
  const end = pending.findIndex(({ bytes }, index) => {
    left -= bytes
    const separators = index
    return index >= CLIENT_ERRORS.batchEntries || left < separators
  })
  return end === -1 ? [...pending] : pending.slice(0, end)
}
