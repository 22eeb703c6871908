import { directoryEntryOf } from '#server/features/directory/service.ts'
import { createTopics } from '#server/features/introductions/topics.ts'
import { members } from '#server/features/members/collection.ts'
import { listedProfile, presenceIn, visibleName } from '#server/features/members/visibility.ts'
import type { Clock } from '#server/lib/clock.ts'
import { followDocuments } from '#server/search/following.ts'
import { createSearchIndex } from '#server/search/index.ts'
import type { Store } from '#server/store/port.ts'

/**
 * What all members may see of everyone who is listed, the names of all others too, and who of them is away, in memory:
 * read once for all features that look through it.
 */
export function createListedMembers({ store, clock }: { store: Store; clock: Clock }) {
  const directory = createSearchIndex()
  const topics = createTopics()
  const names = new Map<string, string>()
  const away = new Set<string>()
  const { upToDate, changed } = followDocuments({
    store,
    clock,
    collection: members,
    apply(id, member) {
      if (member && member.status !== 'former') names.set(id, visibleName(member))
      else names.delete(id)
      if (member && presenceIn(member) === 'away') away.add(id)
      else away.delete(id)
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
    directory: () => upToDate().then(() => directory),
    topics: () => upToDate().then(() => topics),
    /** Of everyone but those who have gone, by id. */
    names: (): Promise<ReadonlyMap<string, string>> => upToDate().then(() => names),
    /** Suspended or not approved yet. */
    away: (): Promise<ReadonlySet<string>> => upToDate().then(() => away),
  }
}
