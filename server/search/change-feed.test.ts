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
const follow = (from: Pick<Store, 'find'> = store) =>
  createSyncedIndex({
    store: from,
    clock: () => now,
    collection: things,
    entryOf: ({ id, name, listed }) => (listed ? { id, key: name, words: [name], facets: {} } : undefined),
  })
const idsOf = async (following: ReturnType<typeof follow>) =>
  (await following.index()).page({ limit: 2_000 }).ids

test('loads everything that is listed, over many pages', async () => {
  await write(...Array.from({ length: 1_200 }, (_, at) => thing(`t${1_000 + at}`, { listed: at !== 5 })))
  const ids = await idsOf(follow())
  expect(ids).toHaveLength(1_199)
  expect(ids).not.toContain('t1005')
})

test('sees within a second what another process wrote, also what it took off the list', async () => {
  await write(thing('a'), thing('b'))
  const following = follow()
  expect(await idsOf(following)).toEqual(['a', 'b'])
  await write(thing('a', { listed: false }), thing('c'))
  now += 999
  expect(await idsOf(following)).toEqual(['a', 'b'])
  now += 1
  expect(await idsOf(following)).toEqual(['b', 'c'])
})

test('sees a write that committed late', async () => {
  const following = follow()
  const late = thing('late')
  now += 30_000
  await idsOf(following)
  await write(late)
  now += 1_000
  expect(await idsOf(following)).toEqual(['late'])
})

test('sees the writes of its own process at once', async () => {
  await write(thing('a'))
  const following = follow()
  await idsOf(following)
  following.changed(thing('b'))
  following.changed(thing('a', { listed: false }))
  expect(await idsOf(following)).toEqual(['b'])
})

test('forgets what it is told is gone, also while an answer from before is on its way', async () => {
  await write(thing('a'), thing('b'))
  const following = follow({
    async find(collection, query) {
      const page = await store.find(collection, query)
      following.removed(['a'])
      return page
    },
  })
  now += 1
  expect(await idsOf(following)).toEqual(['b'])
})

test('an answer on its way does not put back an older state', async () => {
  await write(thing('a', { name: 'old' }))
  const following = follow({
    async find(collection, query) {
      const page = await store.find(collection, query)
      following.changed(thing('a', { name: 'new', changedAt: isoInstant(now + 1) }))
      return page
    },
  })
  const index = await following.index()
  expect(index.page({ text: 'new', limit: 1 }).ids).toEqual(['a'])
})

test('asks the store once for all who wait, and again after a failure', async () => {
  await write(thing('a'))
  let asked = 0
  let failing = true
  const following = follow({
    async find(collection, query) {
      asked += 1
      if (failing) throw new Error('out of reach')
      return store.find(collection, query)
    },
  })
  await expect(Promise.all([following.index(), following.index()])).rejects.toThrow('out of reach')
  failing = false
  await Promise.all([idsOf(following), idsOf(following), idsOf(following)])
  expect(asked).toBe(2)
})
