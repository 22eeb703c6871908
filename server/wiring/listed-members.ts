import { directoryEntryOf } from '#server/features/directory/service.ts'
import { createTopics } from '#server/features/introductions/topics.ts'
import { members } from '#server/features/members/collection.ts'
import { listedProfile, accountStateIn, visibleName } from '#server/features/members/visibility.ts'
import type { Clock } from '#server/lib/clock.ts'
import { trackDocuments } from '#server/search/change-feed.ts'
import { createSearchIndex } from '#server/search/index.ts'
import type { Store } from '#server/store/port.ts'

/**
 * What all members may see of everyone who is listed, the names of all others too, and who of them is inactive, in memory:
 * read once for all features that look through it.
 */
export function createListedMembers({ store, clock }: { store: Store; clock: Clock }) {
  const directory = createSearchIndex()
  const topics = createTopics()
  const names = new Map<string, string>()
  const inactive = new Set<string>()
  const { synced, changed } = trackDocuments({
    store,
    clock,
    collection: members,
    apply(id, member) {
      if (member && member.status !== 'former') names.set(id, visibleName(member))
      else names.delete(id)
      if (member && accountStateIn(member) === 'inactive') inactive.add(id)
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
    directory: () => synced().then(() => directory),
    topics: () => synced().then(() => topics),
    /** Of everyone but those who have gone, by id. */
    names: (): Promise<ReadonlyMap<string, string>> => synced().then(() => names),
    /** Suspended or not approved yet. */
    inactive: (): Promise<ReadonlySet<string>> => synced().then(() => inactive),
  }
}
