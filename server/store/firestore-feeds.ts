import { assertFeed } from './declaration.ts'
import { openFeed } from './firestore-feed.ts'
import type { FeedDeps, OpenFeed } from './firestore-feed-types.ts'
import type { Write } from './pending-writes.ts'
import type { AnyCollection, FeedListener, FeedOptions } from './port.ts'

export type FirestoreFeeds = ReturnType<typeof createFirestoreFeeds>

/** Feeds by snapshot listeners. Only documents written since the start pass through a listener; the others are read once. */
export function createFirestoreFeeds(deps: FeedDeps) {
  const feeds = new Set<OpenFeed>()
  return {
    open(
      collection: AnyCollection,
      listener: FeedListener<unknown>,
      { where = {}, from = 'start', since }: FeedOptions & { since?: string | undefined } = {},
    ): OpenFeed {
      const declared = deps.declarations.of(collection)
      assertFeed(declared, where)
      const onClose = () => feeds.delete(feed)
      const feed = openFeed(deps, declared, { listener, where, from, since, onClose })
      feeds.add(feed)
      return feed
    },

    /** Makes the next `sync` of the feeds concerned wait until the writes arrive, if they are committed. */
    wrote(writes: readonly Write[], commitId: string, committed: Promise<boolean>) {
      for (const write of writes) for (const feed of feeds) feed.wrote(write, commitId, committed)
    },

    lags: () => Object.fromEntries([...feeds].flatMap((feed) => feed.lags())),

    /** Milliseconds since the first feed was cut of those that are; 0 while none is. */
    cutFor: () => Math.max(0, ...[...feeds].map((feed) => feed.cutFor())),

    close: () => feeds.forEach((feed) => feed.close()),
  }
}
