import { collections, views } from '#server/collections.ts'
import { events } from '#server/features/events/collection.ts'
import { members } from '#server/features/members/collection.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'

import { bulkMember } from './bulk-members.ts'
import { putSeated } from './events.ts'

/** Adds members who are going to an event of a running product, faster than signing up each. */
export async function fillEvent(dataDir: string, eventId: string, count: number) {
  const store = openSqliteStore({
    dataDir,
    collections,
    views,
    secret: 'for cursors, of which there are none',
  })
  try {
    await store.transact(async (tx) => {
      const event = await tx.get(events, eventId)
      const bulk = Array.from({ length: count }, (_, at) => bulkMember(at + 1, Date.now()))
      for (const member of bulk) tx.put(members, member)
      putSeated(
        tx,
        event!,
        bulk.map(({ id }) => id),
      )
    })
  } finally {
    await store.close()
  }
}
