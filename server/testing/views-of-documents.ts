import { DatabaseSync } from 'node:sqlite'

import { views as allViews } from '#server/collections.ts'
import { SILENT } from '#server/store/store-log.ts'
import { createReplicaViews, type OpenReplicaFeed } from '#server/views/replica.ts'
import { prepareReplica } from '#server/views/replica-file.ts'
import type { View } from '#server/views/view.ts'

/** Views in memory, filled by the given feeds. */
export function openMemoryViews(views: readonly View[], openFeed: OpenReplicaFeed) {
  const db = new DatabaseSync(':memory:')
  prepareReplica(db)
  return createReplicaViews({ db, views, openFeed, source: '', oldest: '', onDamage: () => {}, log: SILENT })
}

/** All views, in memory, of documents that are in no store. Documents are given by the names of collections. */
export const viewsOfDocuments = (documents: Readonly<Record<string, readonly { id: string }[]>>) =>
  openMemoryViews(allViews, ({ name }, listener) => ({
    sync: async () => documents[name]?.forEach((document) => listener.put(document)),
    close: () => {},
  }))
