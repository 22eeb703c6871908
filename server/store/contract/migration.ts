import { expect, test } from 'vitest'

import { outdatedCollections } from '#server/store/outdated.ts'
import { type AnyCollection, InvalidDocument, StoreUnavailable } from '#server/store/port.ts'

import { oldPeople, people } from './fixture.ts'
import type { TestDatabase } from './fixture.ts'

const ADA = { id: 'ada', first: 'Ada', last: 'Lovelace' }

export function migrationContract(newDatabase: () => TestDatabase) {
  const withEarlierVersion = async () => {
    const database = newDatabase()
    const earlier = database.open([oldPeople])
    await earlier.transact(async (tx) => {
      tx.put(oldPeople, { id: 'ada', name: 'Ada Lovelace' })
      tx.put(oldPeople, { id: 'bob', name: 'Bob Noyce' })
    })
    return database
  }

  test('an older document is read in the current version', async () => {
    const database = await withEarlierVersion()
    const store = database.open([people])
    expect(await store.get(people, 'ada')).toEqual(ADA)
    expect((await store.find(people, { limit: 1 })).items).toEqual([ADA])
    expect(await store.transact((tx) => tx.get(people, 'ada'))).toEqual(ADA)
  })

  test('a document written again is no longer outdated, and is found by its new fields', async () => {
    const database = await withEarlierVersion()
    const store = database.open([people])
    expect(new Set(await store.outdated(people, 10))).toEqual(new Set(['ada', 'bob']))
    expect(await store.outdated(people, 1)).toHaveLength(1)

    await store.transact(async (tx) => tx.put(people, ADA))
    expect(await store.outdated(people, 10)).toEqual(['bob'])
    expect(await outdatedCollections(store, [people])).toEqual([people.name])
    await store.transact(async (tx) => tx.delete(people, 'bob'))
    expect(await outdatedCollections(store, [people])).toEqual([])
    expect((await store.find(people, { orderBy: 'last', limit: 9 })).items).toEqual([ADA])
  })

  test('a document of a newer version is refused', async () => {
    const database = newDatabase()
    await database.open([people]).transact(async (tx) => tx.put(people, ADA))
    await expect(database.open([oldPeople]).get(oldPeople, 'ada')).rejects.toThrow(StoreUnavailable)
  })

  test('a migration with an invalid result throws', async () => {
    const database = await withEarlierVersion()
    const broken: AnyCollection = { ...people, migrate: ({ id }) => ({ ...ADA, id: Number(id) }) }
    await expect(database.open([broken]).get(broken, 'ada')).rejects.toThrow(InvalidDocument)
  })
}
