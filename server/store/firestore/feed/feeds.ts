import type { Write } from '#server/store/pending-writes.ts'
import type { AnyCollection, FeedListener, FeedOptions } from '#server/store/port.ts'

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

    lags: () => Object.fromEntries([...feeds].flatMap((feed) => feed.lags())),

    /** Milliseconds since the first of the cut feeds was cut; 0 when none is. */
    cutFor: () => Math.max(0, ...[...feeds].map((feed) => feed.cutFor())),

    close: () => feeds.forEach((feed) => feed.close()),
  }
}
