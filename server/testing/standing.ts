import { collections } from '#server/collections.ts'
import { members } from '#server/features/members/collection.ts'
import { openSqliteStore } from '#server/store/sqlite.ts'
import type { MemberStatus } from '#shared/profile.ts'

/** What no call can do yet: beside a running product, which notices within half a minute. */
export async function setStatus(dataDir: string, memberId: string, status: MemberStatus) {
  const store = openSqliteStore({ dataDir, collections, secret: 'for cursors, of which there are none' })
  await store.transact(async (tx) => {
    const member = await tx.get(members, memberId)
    if (member) tx.put(members, { ...member, status, changedAt: new Date().toISOString() })
  })
  await store.close()
}
