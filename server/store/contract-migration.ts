import { expect, test } from 'vitest'

import { oldPeople, people } from './contract-fixture.ts'
import type { TestDatabase } from './contract.ts'
import { defineCollection, InvalidDocument, StoreUnavailable } from './port.ts'

const ADA = { id: 'ada', first: 'Ada', last: 'Lovelace' }

export function migrationContract(newDatabase: () => TestDatabase) {
  const storedByAnEarlierRelease = async () => {
    const backing = newDatabase()
    const earlier = backing.open([oldPeople])
    await earlier.transact(async (tx) => {
      tx.put(oldPeople, { id: 'ada', name: 'Ada Lovelace' })
      tx.put(oldPeople, { id: 'bob', name: 'Bob Noyce' })
    })
    return backing
  }

  test('an older document is read in its present shape', async () => {
    const backing = await storedByAnEarlierRelease()
    const store = backing.open([people])
    expect(await store.get(people, 'ada')).toEqual(ADA)
    expect((await store.find(people, { limit: 1 })).items).toEqual([ADA])
    expect(await store.transact((tx) => tx.get(people, 'ada'))).toEqual(ADA)
  })

  test('what is put again is no longer outdated, and is found by its new fields', async () => {
    const backing = await storedByAnEarlierRelease()
    const store = backing.open([people])
    expect(new Set(await store.outdated(people, 10))).toEqual(new Set(['ada', 'bob']))
    expect(await store.outdated(people, 1)).toHaveLength(1)

    await store.transact(async (tx) => tx.put(people, ADA))
    expect(await store.outdated(people, 10)).toEqual(['bob'])
    expect((await store.find(people, { orderBy: 'last', limit: 9 })).items).toEqual([ADA])
  })

  test('a document that a newer release stored is not touched', async () => {
    const backing = newDatabase()
    await backing.open([people]).transact(async (tx) => tx.put(people, ADA))
    await expect(backing.open([oldPeople]).get(oldPeople, 'ada')).rejects.toThrow(StoreUnavailable)
  })

  test('a migration to something invalid is an error, not a document', async () => {
    const backing = await storedByAnEarlierRelease()
    const broken = defineCollection({ ...people, migrate: ({ id }) => ({ ...ADA, id: Number(id) }) as never })
    await expect(backing.open([broken]).get(broken, 'ada')).rejects.toThrow(InvalidDocument)
  })
}
