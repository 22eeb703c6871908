import { setImmediate as nextTurn } from 'node:timers/promises'

import { isoInstant } from '#server/lib/clock.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import { nextDigest } from '#server/modules/notifications/preferences/digest-times.ts'
import type { Store } from '#server/store/port.ts'

import { createSummaryJob } from './summary-windows.ts'

interface Deps {
  store: Store
  clock: Clock
  operations: Operations
  people: People
}

/**
 * Notifies members of the asks of the week that match what they offer, on Mondays at eight in their zone, like weekly
 * digests. Members without a match are not notified.
 */
export const createMatchingAsks = ({ people, ...deps }: Deps) => {
  async function matched(timeZone: string, upTo: number) {
    const found: string[] = []
    for (const memberId of await people.asks.offeringIn(timeZone)) {
      if ((await people.asks.matching(memberId, upTo)).length > 0) found.push(memberId)
      // Each takes about a millisecond, and there are thousands.
      await nextTurn()
    }
    return found
  }

  return createSummaryJob(deps, 'matching-asks', async (window) => {
    const [from, last] = [Date.parse(window.from), Date.parse(window.upTo)]
    const due = (await people.asks.offeringZones())
      .map((timeZone) => ({ timeZone, upTo: nextDigest('weekly', timeZone, from) }))
      .filter(({ upTo }) => upTo <= last)
    return Promise.all(
      due.map(async ({ timeZone, upTo }) => ({
        topic: 'matchingAsks' as const,
        subject: { kind: 'asks' as const, id: isoInstant(upTo) },
        dedupeKey: `${timeZone} ${isoInstant(upTo)}`,
        recipients: await matched(timeZone, upTo),
        data: { upTo: isoInstant(upTo) },
      })),
    )
  })
}
