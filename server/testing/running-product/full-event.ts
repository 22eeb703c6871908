import { collections, views } from '#server/collections.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { bulkMember } from '#server/tools/bulk-members.ts'
import { putSeated } from '#server/testing/fixtures/events.ts'

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
