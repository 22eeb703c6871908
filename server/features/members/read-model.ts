import type { MemberProfile } from '#shared/members.ts'
import type { Clock } from '#server/lib/clock.ts'
import { createChangeFeed } from '#server/search/change-feed.ts'
import { createSearchIndex, type Entry } from '#server/search/index.ts'
import type { Store } from '#server/store/port.ts'

import { members } from './collection.ts'
import { accountStateIn, listedProfile, visibleName } from './visibility.ts'

interface TopicIndex {
  put: (profile: MemberProfile) => void
  remove: (id: string) => void
}

interface Deps<Topics extends TopicIndex> {
  store: Pick<Store, 'find'>
  clock: Clock
  /** What the directory finds a profile by. */
  directoryEntryOf: (profile: MemberProfile) => Entry
  /** What introductions compare. */
  topics: Topics
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
}: Deps<Topics>) {
  const directory = createSearchIndex()
  const names = new Map<string, string>()
  const inactive = new Set<string>()
  const { sync, changed } = createChangeFeed({
    store,
    clock,
    collection: members,
    apply(id, member) {
      if (member && member.status !== 'former') names.set(id, visibleName(member))
      else names.delete(id)
      if (member && accountStateIn(member) !== 'active') inactive.add(id)
      else inactive.delete(id)
      const profile = member && listedProfile(member, clock())
      if (profile) {
        directory.put(directoryEntryOf(profile))
        topics.put(profile)
      } else {
        directory.remove(id)
        topics.remove(id)
      }
    },
  })
  return {
    changed,
    directory: () => sync().then(() => directory),
    topics: () => sync().then(() => topics),
    /** By id, without former members. */
    names: (): Promise<ReadonlyMap<string, string>> => sync().then(() => names),
    /** Suspended, not approved yet, or former. */
    inactive: (): Promise<ReadonlySet<string>> => sync().then(() => inactive),
  }
}
