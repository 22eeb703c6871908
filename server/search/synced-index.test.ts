import { Type, type Static } from 'typebox'
import { expect, onTestFinished, test } from 'vitest'

import { defineCollection } from '#server/store/port.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { createSyncedIndex } from './synced-index.ts'

const ThingSchema = Type.Object({ id: Type.String(), name: Type.String(), listed: Type.Boolean() })
const things = defineCollection({ name: 'things', schema: ThingSchema, feeds: [[]] })
type Thing = Static<typeof ThingSchema>

test('the index contains what its entries are made of, as it changes', async () => {
  const store = openTemporaryStore([things])
  onTestFinished(() => store.close())
  const write = (...written: Thing[]) =>
    store.transact(async (tx) => {
      for (const document of written) tx.put(things, document)
    })
  const index = createSyncedIndex({
    store,
    collection: things,
    entryOf: ({ id, name, listed }) => (listed ? { id, key: name, words: [name], facets: {} } : undefined),
  })
  const ids = async () => (await index()).page({ limit: 10 }).ids

  await write({ id: 'a', name: 'a', listed: true }, { id: 'b', name: 'b', listed: false })
  expect(await ids()).toEqual(['a'])
  await write({ id: 'a', name: 'a', listed: false }, { id: 'c', name: 'c', listed: true })
  expect(await ids()).toEqual(['c'])
  await store.transact(async (tx) => tx.delete(things, 'c'))
  expect(await ids()).toEqual([])
})
