import { expect, test, vi } from 'vitest'

import { type FeedOptions, type Store, StoreError } from '#server/store/port.ts'

import { counters, note, type Note, notes, putNotes } from './fixture.ts'
import type { TestDatabase } from './fixture.ts'

/** A feed, and the documents that its reader has after every change so far. */
function openNotes(store: Store, options?: FeedOptions) {
  const present = new Map<string, Note>()
  const titles: string[] = []
  const feed = store.openFeed(
    notes,
    {
      put(document) {
        present.set(document.id, document)
        titles.push(document.title)
      },
      remove: (id) => void present.delete(id),
      reset: () => present.clear(),
    },
    options,
  )
  const ids = () => [...present.keys()].toSorted()
  return { ...feed, present, titles, ids }
}

const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => note(`n${1_000 + at}`, { title: `${at}` }))

const deleteNote = (store: Store, id: string) => store.transact(async (tx) => tx.delete(notes, id))

export function feedContract(newDatabase: () => TestDatabase) {
  test('a feed passes on every stored document, over several pages', async () => {
    const store = newDatabase().open()
    await putNotes(store, numbered(260))
    await putNotes(store, numbered(270).slice(260))
    const feed = openNotes(store)
    await feed.sync()
    expect(feed.ids()).toEqual(numbered(270).map(({ id }) => id))
  })

  test('a sync after a commit has passed on what was written and deleted', async () => {
    const store = newDatabase().open()
    await putNotes(store, [note('a'), note('b')])
    const feed = openNotes(store)
    await feed.sync()
    await store.transact(async (tx) => {
      tx.put(notes, note('a', { title: 'changed' }))
      tx.create(notes, note('c'))
      tx.delete(notes, 'b')
    })
    await feed.sync()
    expect(feed.ids()).toEqual(['a', 'c'])
    expect(feed.present.get('a')?.title).toBe('changed')
  })

  test('a transaction that failed is not passed on', async () => {
    const store = newDatabase().open()
    const feed = openNotes(store)
    await feed.sync()
    const work = store.transact(async (tx) => {
      tx.put(notes, note('a'))
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await feed.sync()
    expect(feed.ids()).toEqual([])
  })

  test('a feed passes on what another process writes and deletes', async () => {
    const database = newDatabase()
    const [store, other] = [database.open(), database.open()]
    await putNotes(other, [note('a'), note('b')])
    const feed = openNotes(store)
    await feed.sync()
    await putNotes(other, [note('c')])
    await deleteNote(other, 'a')
    await vi.waitFor(() => expect(feed.ids()).toEqual(['b', 'c']), 5_000)
  })

  test('a feed from now on reads nothing of before, and passes on every change', async () => {
    const store = newDatabase().open()
    await putNotes(store, numbered(260))
    const feed = openNotes(store, { from: 'now' })
    await feed.sync()
    await putNotes(store, [note('a')])
    await deleteNote(store, 'n1000')
    await feed.sync()
    expect(feed.present.has('a')).toBe(true)
    expect(feed.present.has('n1000')).toBe(false)
  })

  test('a document that two processes write at once ends in the stored state', async () => {
    const database = newDatabase()
    const stores = [database.open(), database.open()]
    const feeds = stores.map((store) => openNotes(store))
    await Promise.all(feeds.map((feed) => feed.sync()))
    const write = (at: number) => putNotes(stores[at % 2]!, [note('a', { title: `${at}` })])
    await Promise.all(Array.from({ length: 10 }, (_, at) => write(at)))
    const stored = await stores[0]!.get(notes, 'a')
    await vi.waitFor(async () => {
      await Promise.all(feeds.map((feed) => feed.sync()))
      for (const feed of feeds) expect(feed.present.get('a')).toEqual(stored)
    }, 5_000)
  })

  test('a write during the first read of a feed is passed on', async () => {
    const store = newDatabase().open()
    await putNotes(store, numbered(260))
    const feed = openNotes(store)
    const [last] = numbered(260).slice(-1)
    await Promise.all([
      feed.sync(),
      putNotes(store, [note('n1000', { title: 'changed' }), note('new')]),
      deleteNote(store, last!.id),
    ])
    await feed.sync()
    expect(feed.ids()).toHaveLength(260)
    expect(feed.present.get('n1000')?.title).toBe('changed')
    expect(feed.present.has(last!.id)).toBe(false)
  })

  test('a document that is deleted and created again is present', async () => {
    const store = newDatabase().open()
    await putNotes(store, [note('a')])
    const feed = openNotes(store)
    await feed.sync()
    for (const title of ['one', 'two', 'three']) {
      await deleteNote(store, 'a')
      await putNotes(store, [note('a', { title })])
    }
    await feed.sync()
    expect(feed.present.get('a')?.title).toBe('three')
    await deleteNote(store, 'a')
    await feed.sync()
    expect(feed.ids()).toEqual([])
  })

  test('nothing is passed on twice without a change, and nothing after the end', async () => {
    const store = newDatabase().open()
    const feed = openNotes(store)
    await Promise.all([feed.sync(), feed.sync(), feed.sync()])
    await putNotes(store, [note('a', { title: 'one' })])
    await Promise.all([feed.sync(), feed.sync(), feed.sync()])
    await putNotes(store, [note('a', { title: 'two' })])
    await feed.sync()
    expect(feed.titles).toEqual(['one', 'two'])
    feed.close()
    await putNotes(store, [note('b')])
    await feed.sync()
    expect(feed.ids()).toEqual(['a'])
  })

  test('a feed that is not declared is refused', () => {
    const store = newDatabase().open()
    const listener = { put() {}, remove() {}, reset() {} }
    expect(() => store.openFeed(counters, listener)).toThrow(StoreError)
  })
}
