import { expect, onTestFinished, test } from 'vitest'

import { collections } from '#server/collections.ts'
import { counters, notes } from '#server/store/contract/fixture.ts'
import { MissingDatabase, MissingIndex, type Store, StorePermissionDenied } from '#server/store/port.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { checkStore, storeChecks } from './check-store.ts'

function open(replaced: Partial<Store> = {}): Store {
  const store = openTemporaryStore([...collections, notes, counters, storeChecks])
  onTestFinished(() => store.close())
  return { ...store, ...replaced }
}

test('the check of a store with all indexes passes, and leaves no document in it', async () => {
  const store = open()
  expect(await checkStore(store, [...collections, notes])).toEqual([])
  expect(await store.count(storeChecks, {})).toBe(0)
})

test('each missing index is reported, and the advice is given once', async () => {
  const store = open()
  const withoutIndexes: Store = {
    ...store,
    find: (collection, query) =>
      query.direction === 'desc' && query.orderBy === 'title'
        ? Promise.reject(new MissingIndex('The query requires an index.'))
        : store.find(collection, query),
  }
  expect(await checkStore(withoutIndexes, [notes, counters])).toEqual([
    'No index: notes, ordered by title, descending.',
    'No index: notes by shelf, ordered by title, descending.',
    'No index: notes by pinned, ordered by title, descending.',
    'No index: notes by tags[], ordered by title, descending.',
    'Run firebase deploy --only firestore, and wait until the indexes are built.',
  ])
})

test.each([
  [
    'no database',
    { ping: () => Promise.reject(new MissingDatabase('The database does not exist')) },
    'The database does not exist. Create the Firestore database in this project, or set FIRESTORE_DATABASE to the one to use.',
  ],
  [
    'no right to write',
    { transact: () => Promise.reject(new StorePermissionDenied('Missing permissions')) },
    'Missing permissions. Give the service account the role Cloud Datastore User, or the user of the process the right to write.',
  ],
])('the check of a store with %s ends with advice', async (_, broken, sentence) => {
  const store = open({ ...broken, find: () => Promise.reject(new Error('tried')) })
  expect(await checkStore(store, [notes])).toEqual([sentence])
})
