import { Type, type Static } from 'typebox'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { isoInstant } from '#server/lib/clock.ts'
import { defineCollection, type Store } from '#server/store/port.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { createSyncedIndex } from './change-feed.ts'

const ThingSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  listed: Type.Boolean(),
  changedAt: Type.String(),
})
const things = defineCollection({ name: 'things', schema: ThingSchema, indexes: [{ order: 'changedAt' }] })
type Thing = Static<typeof ThingSchema>

const START = Date.parse('2026-03-01T12:00:00Z')
let now: number
let store: ReturnType<typeof openTemporaryStore>
beforeEach(() => {
  now = START
  store = openTemporaryStore([things])
})
afterEach(() => store.close())

const thing = (id: string, more: Partial<Thing> = {}): Thing => ({
  id,
  name: id,
  listed: true,
  changedAt: isoInstant(now),
  ...more,
})
const write = (...written: Thing[]) =>
  store.transact(async (tx) => {
    for (const document of written) tx.put(things, document)
  })
const createFeed = (from: Pick<Store, 'find'> = store) =>
  createSyncedIndex({
    store: from,
    clock: () => now,
    collection: things,
    entryOf: ({ id, name, listed }) => (listed ? { id, key: name, words: [name], facets: {} } : undefined),
  })
const idsOf = async (feed: ReturnType<typeof createFeed>) => (await feed.index()).page({ limit: 2_000 }).ids

test('the index contains every listed document, over many pages', async () => {
  await write(...Array.from({ length: 1_200 }, (_, at) => thing(`t${1_000 + at}`, { listed: at !== 5 })))
  const ids = await idsOf(createFeed())
  expect(ids).toHaveLength(1_199)
  expect(ids).not.toContain('t1005')
})

test('the index shows writes of another process within a second, removals from the list included', async () => {
  await write(thing('a'), thing('b'))
  const feed = createFeed()
  expect(await idsOf(feed)).toEqual(['a', 'b'])
  await write(thing('a', { listed: false }), thing('c'))
  now += 999
  expect(await idsOf(feed)).toEqual(['a', 'b'])
  now += 1
  expect(await idsOf(feed)).toEqual(['b', 'c'])
})

test('the index shows a write that committed late', async () => {
  const feed = createFeed()
  const late = thing('late')
  now += 30_000
  await idsOf(feed)
  await write(late)
  now += 1_000
  expect(await idsOf(feed)).toEqual(['late'])
})

test('the index shows writes of its own process at once', async () => {
  await write(thing('a'))
  const feed = createFeed()
  await idsOf(feed)
  feed.changed(thing('b'))
  feed.changed(thing('a', { listed: false }))
  expect(await idsOf(feed)).toEqual(['b'])
})

test('the index drops a removed document, even while an older read is in flight', async () => {
  await write(thing('a'), thing('b'))
  const feed = createFeed({
    async find(collection, query) {
      const page = await store.find(collection, query)
      feed.removed(['a'])
      return page
    },
  })
  now += 1
  expect(await idsOf(feed)).toEqual(['b'])
})

test('a read in flight does not restore an older state', async () => {
  await write(thing('a', { name: 'old' }))
  const feed = createFeed({
    async find(collection, query) {
      const page = await store.find(collection, query)
      feed.changed(thing('a', { name: 'new', changedAt: isoInstant(now + 1) }))
      return page
    },
  })
  const index = await feed.index()
  expect(index.page({ text: 'new', limit: 1 }).ids).toEqual(['a'])
})

test('concurrent syncs read the store once, and again after a failure', async () => {
  await write(thing('a'))
  let asked = 0
  let failing = true
  const feed = createFeed({
    async find(collection, query) {
      asked += 1
      if (failing) throw new Error('out of reach')
      return store.find(collection, query)
    },
  })
  await expect(Promise.all([feed.index(), feed.index()])).rejects.toThrow('out of reach')
  failing = false
  await Promise.all([idsOf(feed), idsOf(feed), idsOf(feed)])
  expect(asked).toBe(2)
})
