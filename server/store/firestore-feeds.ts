import { assertFeed, type Declared } from './declaration.ts'
import { openFeed } from './firestore-feed.ts'
import { type FeedDeps, isWhole, type OpenFeed } from './firestore-feed-types.ts'
import type { Write } from './pending-writes.ts'
import type { AnyCollection, Feed, FeedListener, FeedOptions } from './port.ts'

export type FirestoreFeeds = ReturnType<typeof createFirestoreFeeds>

/** Feeds by snapshot listeners. Only documents written since the start pass through a listener; the others are read once. */
export function createFirestoreFeeds(deps: FeedDeps) {
  const feeds = new Set<OpenFeed>()
  const loadedWhole = new Set<Declared>()
  return {
    /** Collections that this process has read as a whole. */
    loadedWhole: loadedWhole as ReadonlySet<Declared>,

    open(
      collection: AnyCollection,
      listener: FeedListener<unknown>,
      { where = {}, from = 'start' }: FeedOptions = {},
    ): Feed {
      const declared = deps.declarations.of(collection)
      assertFeed(declared, where)
      if (isWhole({ where, from })) loadedWhole.add(declared)
      const onClose = () => feeds.delete(feed)
      const feed = openFeed(deps, declared, { listener, where, from, onClose })
      feeds.add(feed)
      return feed
    },

    /** Makes the next `sync` of the feeds concerned wait until the writes arrive, if they are committed. */
    wrote(writes: readonly Write[], commitId: string, committed: Promise<boolean>) {
      for (const write of writes) for (const feed of feeds) feed.wrote(write, commitId, committed)
    },

    lags: () => Object.fromEntries([...feeds].flatMap((feed) => feed.lags())),

    close: () => feeds.forEach((feed) => feed.close()),
  }
}
