import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'

import { SECOND } from '#shared/lib/durations.ts'
import * as m from '#shared/operations/messages.ts'
import type {
  ClientErrorBatch,
  ClientErrorEntry,
  ClientErrorReceipt,
} from '#shared/operations/client-errors.ts'
import { maxEntries } from '#server/lib/max-entries.ts'
import type { Clock } from '#server/lib/clock.ts'
import { unavailable } from '#server/lib/failure.ts'
import type { LogSink } from '#server/logging/log-sink.ts'
import type { Symbolicator } from '#server/modules/operations/source-maps/symbolicator.ts'
import type { Store } from '#server/store/port.ts'

import type { Deltas } from './groups/deltas.ts'
import { cleanEntry, validateEntry, idOf } from './entries/entry.ts'
import { createLineWriter, type Sender } from './record.ts'
import { createWrittenIds } from './written-ids.ts'

const RECENT_IDS = 50_000
const RETRY_AFTER = 5 * SECOND
/** Batches that have been read but not yet written: about 60 KB each. */
const MAX_UNDER_WAY = 100

interface Deps {
  sink: Pick<LogSink, 'append' | 'full'>
  store: Store
  clock: Clock
  newId: () => string
  symbolicator: Symbolicator
  /** Replaces an email in the log. */
  emailHashOf: (email: string) => string
  /** Replaces the network of an address. */
  networkHashOf: (address: string) => string
  deltas: Deltas
}

/** Visitors can invent tabs and browsers, but not their networks. */
type BatchSender = Pick<Sender, 'userId' | 'network'>

type ReceivedBatch = Omit<ClientErrorBatch, 'entries'> & { entries: unknown[] }

export function createClientErrorIntake({
  sink,
  store,
  clock,
  newId,
  symbolicator,
  emailHashOf,
  networkHashOf,
  deltas,
}: Deps) {
  const writtenIds = createWrittenIds({ store, clock, newId, deltas })
  /** Entries and counts that this instance has seen, with a promise that settles when each is written or has failed. */
  const recent = new LRUCache<string, Promise<void>>(maxEntries(RECENT_IDS))
  const writeLine = createLineWriter(emailHashOf)

  let underWayNow = 0
  let lastTurn: Promise<void> = Promise.resolve()

  /** A batch takes milliseconds: at most one per turn of the event loop, so that a burst blocks no other requests. */
  const turn = () => (lastTurn = lastTurn.then(() => nextTurn()))

  /**
   * Writes those lines that no replica has written yet, and then stores their ids: a replica that ends in between
   * leaves entries that are written again. So do two replicas that get an entry at the same moment; it is counted once.
   * @returns the ids of entries that were written before
   */
  async function write(entries: ReadonlyMap<string, ClientErrorEntry>, sender: Sender) {
    const known = await writtenIds.known([...entries.keys()])
    const fresh = [...entries].flatMap(([id, entry]) => (known.has(id) ? [] : [cleanEntry(entry)]))
    if (fresh.length === 0) return known
    const stacks = await symbolicator.symbolicate(
      sender.batch.build,
      fresh.flatMap(({ stack = '', componentStack = '' }) => [
        { text: stack, kind: 'calls' } as const,
        { text: componentStack, kind: 'components' } as const,
      ]),
    )
    const rendered = fresh.map((entry, index) =>
      writeLine(entry, { calls: stacks[2 * index]!, components: stacks[2 * index + 1]! }, sender),
    )
    await sink.append(rendered.map(({ line }) => line).join(''))
    await writtenIds.add(rendered.map(({ logged }) => logged))
    return known
  }

  /**
   * Marks the entries as in progress before anything is awaited, so that a retry meanwhile waits for the same line.
   */
  function begin(entries: Map<string, ClientErrorEntry>, work: () => Promise<void>) {
    const done = work()
    for (const id of entries.keys()) recent.set(id, done)
    done.catch(() => {
      for (const id of entries.keys()) recent.delete(id)
    })
    return done
  }

  return {
    /** Whether `take` would refuse, so that no body needs to be read. */
    get full() {
      return sink.full || underWayNow >= MAX_UNDER_WAY
    },

    /** @param userId of the verified session */
    senderOf: (userId: string | undefined, address: string): BatchSender => ({
      userId,
      network: userId === undefined ? networkHashOf(address) : undefined,
    }),

    /**
     * Resolves once every accepted entry has been handed to the kernel.
     * @throws Failure 503 when that fails; sending again is harmless
     */
    async take(batch: ReceivedBatch, from: BatchSender): Promise<ClientErrorReceipt> {
      const { fresh, underWay, rejected } = sort(batch.entries, recent)
      const repeats = batch.entries.length - fresh.size - rejected.length
      let known: ReadonlySet<string> = new Set()
      const work = async () => {
        await turn()
        const receivedAt = clock()
        const skewMs = skewOf(batch.sentAt, receivedAt)
        known = await write(fresh, { ...from, batch, receivedAt, skewMs })
      }
      underWayNow += 1
      try {
        await Promise.all([fresh.size > 0 ? begin(fresh, work) : undefined, ...underWay])
      } catch (cause) {
        throw unavailable('log_unavailable', m.logClosed(), {
          cause,
          retryAfter: RETRY_AFTER,
        })
      } finally {
        underWayNow -= 1
      }
      return { accepted: fresh.size - known.size, duplicate: repeats + known.size, rejected }
    },

    /** Whether the counts of a batch that was taken are new. Its browser repeats them until it gets an answer. */
    async hasNewCounts({ batchId, dropped, noise }: Omit<ReceivedBatch, 'entries'>): Promise<boolean> {
      if (dropped === 0 && !noise) return false
      const id = batchId.toLowerCase()
      if (recent.has(id)) return false
      recent.set(id, Promise.resolve())
      return writtenIds.addBatch(id)
    },

    addUnstored: writtenIds.addUnstored,
    deleteExpired: writtenIds.deleteExpired,
    async close() {
      await writtenIds.addUnstored()
      await symbolicator.close()
    },
  }
}
export type ClientErrorIntake = ReturnType<typeof createClientErrorIntake>

/** Separates new entries from repeats (of this batch or one in progress) and from invalid ones. */
function sort(entries: unknown[], recent: Pick<LRUCache<string, Promise<void>>, 'get'>) {
  const fresh = new Map<string, ClientErrorEntry>()
  const underWay = new Set<Promise<void>>()
  const rejected: ClientErrorReceipt['rejected'] = []
  for (const [index, entry] of entries.entries()) {
    const id = idOf(entry)
    const code = validateEntry(entry)
    if (code !== undefined) rejected.push({ index, code, id })
    else if (id !== undefined) {
      const progress = recent.get(id)
      if (progress) underWay.add(progress)
      else if (!fresh.has(id)) fresh.set(id, entry as ClientErrorEntry)
    }
  }
  return { fresh, underWay, rejected }
}

/** Estimates how far the browser's clock is ahead, within the transmission time. */
function skewOf(sentAt: string, now: number) {
  const sent = Date.parse(sentAt)
  return Number.isNaN(sent) ? undefined : sent - now
}
