import type { Firestore, Query, QuerySnapshot, Timestamp } from 'firebase-admin/firestore'

import { deletionsOf } from './firestore-feed-fields.ts'
import { CHANGED_AT_FIELD } from './firestore-reader.ts'
import type { FeedOptions } from './port.ts'

interface Watched extends Required<Pick<FeedOptions, 'where'>> {
  /** A collection. */
  name: string
  since: Timestamp
  onDocuments: (snapshot: QuerySnapshot) => void
  onDeletions: (snapshot: QuerySnapshot) => void
  /** One of the two listeners has ended. */
  onError: () => void
}

/** Listens to documents that were written since a time, and to the records of deletions. */
export function watchSince(
  db: Firestore,
  { name, where, since, onDocuments, onDeletions, onError }: Watched,
) {
  const stops: (() => void)[] = []
  let documents: Query = db.collection(name)
  for (const [field, value] of Object.entries(where)) documents = documents.where(field, '==', value)

  const watch = (query: Query, onSnapshot: (snapshot: QuerySnapshot) => void) =>
    new Promise<void>((resolve, reject) => {
      const unsubscribe = query.where(CHANGED_AT_FIELD, '>=', since).onSnapshot(
        (snapshot) => {
          onSnapshot(snapshot)
          resolve()
        },
        (error) => {
          reject(error)
          onError()
        },
      )
      stops.push(unsubscribe)
    })

  return {
    /** Resolves when what has changed since has been passed on. */
    begun: Promise.all([watch(documents, onDocuments), watch(db.collection(deletionsOf(name)), onDeletions)]),
    stop: () => stops.forEach((stop) => stop()),
  }
}
