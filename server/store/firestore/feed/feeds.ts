import type { Write } from '#server/store/pending-writes.ts'
import {
  type AnyCollection,
  type FeedListener,
  type FeedOptions,
  StoreUnavailable,
} from '#server/store/port.ts'

import { openFeed } from './feed.ts'
import type { OwnCommit } from '#server/store/firestore/own-writes.ts'
import type { FeedDeps, OpenFeed } from './types.ts'

export type FirestoreFeeds = ReturnType<typeof createFirestoreFeeds>

/** The feeds of one store. */
export function createFirestoreFeeds(deps: FeedDeps) {
  const feeds = new Set<OpenFeed>()
  return {
    open(
      collection: AnyCollection,
      listener: FeedListener<unknown>,
      { from = 'start', since }: FeedOptions & { since?: string | undefined } = {},
    ): OpenFeed {
      const declared = deps.declarations.withFeed(collection)
      const onClose = () => feeds.delete(feed)
      const feed = openFeed(deps, declared, { listener, from, since, onClose })
      feeds.add(feed)
      return feed
    },

    /** Makes the next `sync` of the affected feeds wait until the writes arrive, if they are committed. */
    wrote(writes: readonly Write[], commit: OwnCommit, answered: Promise<void>) {
      for (const write of writes) for (const feed of feeds) feed.wrote(write, commit, answered)
    },

    /** Milliseconds that each feed is behind. @param delay of those that have everything */
    lags: (delay: number) =>
      Object.fromEntries(
        Map.groupBy(feeds, (feed) => feed.name)
          .entries()
          .map(([name, own]) => [name, Math.ceil(Math.max(delay, ...own.map((feed) => feed.behindFor())))]),
      ),

    /** @throws StoreUnavailable when one of the feeds is refused, or behind for longer than `maxBehind` */
    assertCurrent(maxBehind: number) {
      for (const feed of feeds) {
        const error = feed.error()
        if (error) throw error
        if (feed.behindFor() > maxBehind) throw new StoreUnavailable('No changes have arrived for a minute')
      }
    },

    close: () => feeds.forEach((feed) => feed.close()),
  }
}
