import type { MemberProfile } from '#shared/members.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { AccountState, AccountStates } from '#server/features/connections/types.ts'
import { createSearchIndex, type Entry } from '#server/search/index.ts'
import type { Store } from '#server/store/port.ts'

import { type MemberDocument, members } from './collection.ts'
import { accountStateIn, listedProfile, visibleName } from './visibility.ts'

interface TopicIndex {
  put: (profile: MemberProfile) => void
  remove: (id: string) => void
}

interface Deps<Topics extends TopicIndex> {
  store: Pick<Store, 'openFeed'>
  clock: Clock
  /** What the directory finds a profile by. */
  directoryEntryOf: (profile: MemberProfile) => Entry
  /** What introductions compare. */
  topics: Topics
  /** Called with each member when the collection is first read, and after each change. */
  onMember: (member: Pick<MemberDocument, 'id' | 'role' | 'status' | 'onboardedAt'>) => void
}

/**
 * Everyone in memory: names, account states, and what all members may see of those who are listed. The collection is
 * read once for all features that search it.
 */
export function createMemberReadModel<Topics extends TopicIndex>({
  store,
  clock,
  directoryEntryOf,
  topics,
  onMember,
}: Deps<Topics>) {
  const directory = createSearchIndex()
  const names = new Map<string, string>()
  const inactive = new Set<string>()

  function unlist(id: string) {
    directory.remove(id)
    topics.remove(id)
  }

  function remove(id: string) {
    names.delete(id)
    inactive.delete(id)
    unlist(id)
  }

  function accountStateOf(id: string): AccountState {
    if (names.has(id)) return inactive.has(id) ? 'inactive' : 'active'
    return inactive.has(id) ? 'deleted' : 'unknown'
  }

  const { sync } = store.openFeed(members, {
    put(member) {
      const { id, status } = member
      onMember(member)
      if (status === 'former') names.delete(id)
      else names.set(id, visibleName(member))
      if (accountStateIn(member) !== 'active') inactive.add(id)
      else inactive.delete(id)
      const profile = listedProfile(member, clock())
      if (!profile) return unlist(id)
      directory.put(directoryEntryOf(profile))
      topics.put(profile)
    },
    remove,
    reset: () => [...names.keys(), ...inactive].forEach(remove),
  })
  return {
    directory: () => sync().then(() => directory),
    topics: () => sync().then(() => topics),
    /** Of the directory, by name. */
    listedIds: () => sync().then(() => directory.page({ limit: Infinity }).ids),
    /** By id, without former members. */
    names: (): Promise<ReadonlyMap<string, string>> => sync().then(() => names),
    /** Suspended, not approved yet, or former. */
    inactive: (): Promise<ReadonlySet<string>> => sync().then(() => inactive),
    accountStates: (): ReturnType<AccountStates> => sync().then(() => accountStateOf),
  }
}
