import type { MemberProfile } from '#shared/members.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import { accountStateIn, isListed, visibleName, visibleProfile } from './visibility.ts'

interface Kept<T> {
  put(about: T): void
  remove(id: string): void
}

type ProfileIndex = Kept<MemberProfile>
/** Told about every member, whatever their status. */
type MemberList = Kept<MemberDocument>

interface Deps<List extends MemberList> {
  store: Pick<Store, 'openFeed'>
  clock: Clock
  /** What admins search. */
  everyone: List
  /** Told about everyone in the directory, as visitors see them. */
  publicProfiles: ProfileIndex
  /** Called with each member after each change, and when the collection is read. */
  onMember: (member: Pick<MemberDocument, 'id' | 'role' | 'status' | 'onboardedAt'>) => void
}

/** Members in memory: their names, who is inactive, and what is kept of those who are listed. */
export function createMemberReadModel<List extends MemberList>({
  store,
  clock,
  everyone,
  publicProfiles,
  onMember,
}: Deps<List>) {
  const names = new Map<string, string>()
  const inactive = new Set<string>()

  function remove(id: string) {
    everyone.remove(id)
    names.delete(id)
    inactive.delete(id)
    publicProfiles.remove(id)
  }

  const { sync } = store.openFeed(members, {
    put(member) {
      const { id, status } = member
      onMember(member)
      everyone.put(member)
      if (status === 'former') names.delete(id)
      else names.set(id, visibleName(member))
      if (accountStateIn(member) !== 'active') inactive.add(id)
      else inactive.delete(id)
      if (isListed(member)) publicProfiles.put(visibleProfile(member, 'visitor', clock()))
      else publicProfiles.remove(id)
    },
    remove,
    reset: () => [...names.keys(), ...inactive].forEach(remove),
  })
  return {
    sync,
    everyone: () => sync().then(() => everyone),
    /** Ids of those who are neither suspended nor waiting for approval. */
    activeIds: () => sync().then(() => names.keys().filter((id) => !inactive.has(id))),
    /** By id, without former members. */
    names: (): Promise<ReadonlyMap<string, string>> => sync().then(() => names),
  }
}
