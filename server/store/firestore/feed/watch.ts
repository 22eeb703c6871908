import type { Firestore, Query, QuerySnapshot, Timestamp } from 'firebase-admin/firestore'

import { CHANGED_AT_FIELD } from '#server/store/firestore/reader.ts'

import { deletionsOf } from './fields.ts'

interface Watched {
  /** Name of a collection. */
  name: string
  since: Timestamp
  onDocuments: (snapshot: QuerySnapshot) => void
  onDeletions: (snapshot: QuerySnapshot) => void
  /** One of the two listeners has ended. */
  onError: () => void
}

/** Listens to documents written since a time, and to the records of deletions. */
export function watchSince(db: Firestore, { name, since, onDocuments, onDeletions, onError }: Watched) {
  const stops: (() => void)[] = []

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
    /** Resolves when all changes since the time have been passed on. */
    begun: Promise.all([
      watch(db.collection(name), onDocuments),
      watch(db.collection(deletionsOf(name)), onDeletions),
    ]),
    stop: () => stops.forEach((stop) => stop()),
  }
}
