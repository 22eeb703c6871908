import type { MemberProfile } from '#shared/members.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { ClosenessOf } from '#server/lib/ties.ts'
import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import { visibleProfile } from './visibility.ts'

interface Deps {
  store: Store
  clock: Clock
  closeness: ClosenessOf
}

/** What all members may see of someone, and so may find them by; undefined for who is not to be found. */
export const listedProfile = (member: MemberDocument, now: number): MemberProfile | undefined =>
  isListed(member) ? visibleProfile(member, 'member', now) : undefined

const isListed = ({ status, onboardedAt, displayName, directoryHidden, deletionDueAt }: MemberDocument) =>
  status === 'active' && Boolean(onboardedAt && displayName) && !directoryHidden && !deletionDueAt

export const createListed = ({ store, clock, closeness }: Deps) => ({
  /** Who of them is to be found, as the viewer may see them; the viewer as other members do. At most 500. */
  async listed(viewerId: string, ids: readonly string[]): Promise<MemberProfile[]> {
    if (ids.length === 0) return []
    const [found, close] = await Promise.all([store.getMany(members, ids), closeness(viewerId, ids)])
    const now = clock()
    return found.flatMap((member) => {
      const relation = (member && close.get(member.id)) ?? 'hidden'
      return member && isListed(member) && relation !== 'hidden'
        ? [visibleProfile(member, relation, now)]
        : []
    })
  },
})
