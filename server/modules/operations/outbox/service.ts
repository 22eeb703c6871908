import { randomUUID } from 'node:crypto'

import { SECOND } from '#shared/lib/durations.ts'
import { isNotification } from '#shared/operations/notification-topics.ts'
import { type Clock, isoInstant } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { createSubscribers } from '#server/lib/subscribers.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { outbox } from './collection.ts'
import type { DomainEventKey, Notify, OutboxEntry } from './types.ts'

interface Deps {
  store: Store
  clock: Clock
}

/** Milliseconds after which another replica takes over from a process that ended. */
const LEASE = 30 * SECOND
/** Deliveries that one run begins; the next run continues. */
const MAX_PER_RUN = 100

export type Outbox = ReturnType<typeof createOutbox>

/**
 * A transactional outbox: domain events are recorded with the change that caused them, and any replica delivers them
 * (decision 046). Delivery itself is up to the notifications module, which advances an entry page by page. An entry is
 * recorded as leased by the process that records it, which saves a transaction for the lease.
 */
export function createOutbox({ store, clock }: Deps) {
  const processId = randomUUID()
  const recorded = createSubscribers<[OutboxEntry]>()
  /** Times of the domain events that still have to be delivered. */
  const undelivered = new Map<string, string>()
  const feed = store.openFeed(outbox, {
    put(entry) {
      undelivered.set(entry.id, entry.at)
      if (entry.recordedBy === processId) void recorded.emit(entry)
    },
    remove: (id) => void undelivered.delete(id),
    reset: () => undelivered.clear(),
  })
  const leaseEnd = () => isoInstant(clock() + LEASE)

  const notify: Notify = (tx, { dedupeKey, ...domainEvent }) =>
    tx.put(outbox, {
      ...domainEvent,
      id: domainEventId({ ...domainEvent, dedupeKey }),
      recipients:
        typeof domainEvent.recipients === 'string' ? domainEvent.recipients : [...domainEvent.recipients],
      data: { ...domainEvent.data },
      at: isoInstant(clock()),
      deliveredTo: '',
      leasedUntil: leaseEnd(),
      recordedBy: processId,
    })

  function renewed(tx: Transaction, entry: OutboxEntry): OutboxEntry {
    const { recordedBy: _, ...leased } = { ...entry, leasedUntil: leaseEnd() }
    tx.put(outbox, leased)
    return leased
  }

  return {
    notify,
    idOf: domainEventId,

    /** Calls with each entry that this process records from now on, within about a second. It is leased. */
    onRecorded: recorded.subscribe,

    /** Resolves once this process sees all later records. */
    start: () => feed.sync(),

    /** @returns the entry to deliver, unless another replica delivers it */
    lease: (id: string) =>
      store.transact(async (tx) => {
        const entry = await tx.get(outbox, id)
        if (!entry || entry.leasedUntil > isoInstant(clock())) return undefined
        return renewed(tx, entry)
      }),

    /**
     * Called in the transaction of a delivery: whether no other replica has taken over since the entry was leased.
     */
    async isHeld(tx: Transaction, { id, leasedUntil, deliveredTo }: OutboxEntry) {
      const current = await tx.get(outbox, id)
      return current?.leasedUntil === leasedUntil && current.deliveredTo === deliveredTo
    },

    /**
     * Called in the same transaction: records that these members have it. @param left number of members who do not
     * yet
     */
    advance(tx: Transaction, entry: OutboxEntry, page: readonly string[], left: number): OutboxEntry {
      if (left === 0) {
        tx.delete(outbox, entry.id)
        return entry
      }
      return renewed(tx, {
        ...entry,
        deliveredTo: page.at(-1)!,
        progress: { reached: (entry.progress?.reached ?? 0) + page.length, left },
      })
    },

    /**
     * Ids of entries that no replica is delivering: of processes that ended, or whose feed is cut. Earliest first.
     */
    async due(): Promise<string[]> {
      const { items } = await store.find(outbox, {
        orderBy: 'leasedUntil',
        range: { lte: isoInstant(clock()) },
        limit: MAX_PER_RUN,
      })
      // A replica of a later release delivers its own topics.
      const ours = items.filter(({ topic }) => isNotification(topic))
      return ours.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ id }) => id)
    },

    /** Undefined once everyone has it; without numbers until the first have. */
    async progressOf(domainEvent: DomainEventKey): Promise<{ reached?: number; left?: number } | undefined> {
      const entry = await store.get(outbox, domainEventId(domainEvent))
      return entry && { ...entry.progress }
    },

    /** Number of undelivered domain events, and the time of the oldest as an ISO instant. Read from memory. */
    undelivered() {
      const [oldestAt] = [...undelivered.values()].toSorted()
      return { entries: undelivered.size, oldestAt }
    },
  }
}

/** Id of its outbox document. */
const domainEventId = ({ topic, dedupeKey }: DomainEventKey) => joinedId(topic, dedupeKey)
