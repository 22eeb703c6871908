import { views } from '#server/collections.ts'
import type { AnyCollection } from '#server/store/port.ts'
import { SILENT } from '#server/store/store-log.ts'
import { openReplicaViews } from '#server/views/replica.ts'

/** All views, in memory, of documents that are in no store. By the names of collections. */
export const viewsOfDocuments = (documents: Readonly<Record<string, readonly { id: string }[]>>) =>
  openReplicaViews({
    file: ':memory:',
    views,
    log: SILENT,
    openFeed: ({ name }: AnyCollection, listener) => ({
      sync: async () => documents[name]?.forEach((document) => listener.put(document)),
      close: () => {},
    }),
  })
