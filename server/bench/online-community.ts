import { connections } from '#server/modules/people/connections/collection.ts'
import type { Store } from '#server/store/port.ts'
import { putSeated } from '#server/testing/fixtures/events.ts'

import { upcomingEvent } from './community.ts'
import { connected } from './connected.ts'
import { memberId, seedMembers } from './members.ts'

/** Distances in the list at which members are connected, in both directions: ten connections each. */
const CONNECTED_WITH = [1, 7, 31, 101, 301]
const EVENTS = 40
const GOING = 20
const SEATS = 200
const BATCH = 1_000

export const EVENT_IDS = Array.from({ length: EVENTS }, (_, at) => `event-${at}`)

/** Seeds `count` members with ten connections each, and 40 events of the next weeks, half of them with 200 seats. */
export async function seedOnlineCommunity(store: Store, count: number) {
  await seedMembers(store, count)
  for (let from = 0; from < count; from += BATCH) {
    await store.transact(async (tx) => {
      for (let one = from; one < Math.min(from + BATCH, count); one++) {
        for (const distance of CONNECTED_WITH) {
          const other = (one + distance) % count
          if (other !== one) tx.put(connections, connected(one, other))
        }
      }
    })
  }
  for (const [at, id] of EVENT_IDS.entries()) {
    const going = Array.from({ length: Math.min(GOING, count) }, (_, more) =>
      memberId((at * GOING + more) % count),
    )
    const event = upcomingEvent(id, 1 + at, at % 2 === 0 ? { capacity: SEATS } : {})
    await store.transact(async (tx) => putSeated(tx, event, going))
  }
}
