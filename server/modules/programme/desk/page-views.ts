import { LRUCache } from 'lru-cache'

import { batchesOf } from '#shared/lib/batches.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { maxEntries } from '#server/lib/max-entries.ts'
import type { Clock } from '#server/lib/clock.ts'
import { joinedId } from '#server/store/joined-id.ts'
import { dateOfDay, dayNumber } from '#server/lib/time/weeks.ts'
import { allOf } from '#server/store/all-of.ts'
import type { Store, Transaction } from '#server/store/port.ts'

import { type EventPageViews, eventPageViews } from './collection.ts'

interface Deps {
  store: Pick<Store, 'transact'>
  clock: Clock
}

/** Milliseconds in which a member's requests for a page count once: an open page is refetched with each change. */
const ONE_VISIT = 30 * MINUTE
const MAX_VISITS = 50_000
/** Documents in one transaction. */
const MAX_PER_WRITE = 100

export type PageViews = ReturnType<typeof createPageViews>

/**
 * Counts how often pages of events are opened. Counts are added up here and written once a minute, so that many views
 * cost one commit. Who has a page open is only known here, in memory, and never written.
 */
export function createPageViews({ store, clock }: Deps) {
  /** Start of the latest visit, by `joinedId(member, event)`. */
  const visits = new LRUCache<string, number>(maxEntries(MAX_VISITS))
  let waiting = new Map<string, EventPageViews>()

  function add({ id, event, day, members, visitors }: EventPageViews) {
    const sum = waiting.getOrInsertComputed(id, () => ({ id, event, day, members: 0, visitors: 0 }))
    sum.members += members
    sum.visitors += visitors
  }

  function count(event: string, kind: 'members' | 'visitors') {
    const day = dateOfDay(dayNumber(clock()))
    add({ id: joinedId(event, day), event, day, members: 0, visitors: 0, [kind]: 1 })
  }

  const write = (counts: readonly EventPageViews[]) =>
    store.transact(async (tx) => {
      const stored = await tx.getMany(
        eventPageViews,
        counts.map(({ id }) => id),
      )
      for (const [at, { members, visitors, ...rest }] of counts.entries()) {
        tx.put(eventPageViews, {
          ...rest,
          members: members + (stored[at]?.members ?? 0),
          visitors: visitors + (stored[at]?.visitors ?? 0),
        })
      }
    })

  return {
    countMember(memberId: string, event: string) {
      const visit = joinedId(memberId, event)
      if (clock() - (visits.get(visit) ?? -Infinity) < ONE_VISIT) return
      visits.set(visit, clock())
      count(event, 'members')
    },

    countVisitor: (event: string) => count(event, 'visitors'),

    /** Runs in the transaction that deletes the event. */
    async eventDeleted(tx: Transaction, eventId: string) {
      const all = await allOf(tx, eventPageViews, { where: { event: eventId }, orderBy: 'day' })
      for (const { id } of all) tx.delete(eventPageViews, id)
    },

    /** Writes what was counted. After a failure the next call writes it. */
    async writeWaiting() {
      const batches = batchesOf([...waiting.values()], MAX_PER_WRITE)
      waiting = new Map()
      for (const [at, batch] of batches.entries()) {
        try {
          await write(batch)
        } catch (error) {
          batches.slice(at).flat().forEach(add)
          throw error
        }
      }
    },
  }
}
