import { members } from '#server/features/members/collection.ts'
import type { Store } from '#server/store/port.ts'
import type { MemberStatus } from '#shared/profile.ts'

/** What no call can do yet. Servers notice within half a minute. @param now milliseconds, by their clock */
export const setStatus = (store: Store, memberId: string, status: MemberStatus, now = Date.now()) =>
  store.transact(async (tx) => {
    const member = await tx.get(members, memberId)
    if (member) tx.put(members, { ...member, status, changedAt: new Date(now).toISOString() })
  })
