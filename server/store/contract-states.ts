import { expect, test, vi } from 'vitest'

import { note, type Note, notes, putNotes } from './contract-fixture.ts'
import type { TestDatabase } from './contract-fixture.ts'
import type { FeedState, Store } from './port.ts'

/** A feed whose state is what was passed on, and what was passed on to it alone. */
function openNotes(store: Store, { version = '1', load = () => {}, isLarge = true }: Options = {}) {
  const present = new Map<string, Note>()
  const put: string[] = []
  const loaded: number[] = []
  const state: FeedState = {
    version,
    isLarge: () => isLarge,
    save: () => ['a part', [...present.values()]],
    load(part, at) {
      loaded.push(at)
      load()
      if (at === 1) for (const each of part as Note[]) present.set(each.id, each)
    },
  }
  const listener = {
    put(document: Note) {
      present.set(document.id, document)
      put.push(document.id)
    },
    remove: (id: string) => void present.delete(id),
    reset: () => present.clear(),
  }
  const feed = store.openFeed(notes, listener, { state })
  return { ...feed, present, put, loaded, ids: () => [...present.keys()].toSorted() }
}

interface Options {
  version?: string
  load?: () => void
  isLarge?: boolean
}

const many = Array.from({ length: 300 }, (_, at) => note(`n${1_000 + at}`))
const manyIds = many.map(({ id }) => id)

export function stateContract(newDatabase: () => TestDatabase) {
  /** Many documents, and the state of one who has read them. @returns what opens another store */
  async function storedState(options?: Options) {
    const database = newDatabase()
    const store = database.open()
    for (let at = 0; at < many.length; at += 100) await putNotes(store, many.slice(at, at + 100))
    await openNotes(store, options).sync()
    await store.writeSnapshots()
    return () => database.open()
  }

  test('a feed begins with a stored state, and passes on what has changed since', async () => {
    const open = await storedState()
    const writer = open()
    await putNotes(writer, [note('n1000', { title: 'changed' }), note('a')])
    await writer.transact(async (tx) => tx.delete(notes, 'n1001'))
    const feed = openNotes(open())
    await feed.sync()
    expect(feed.loaded).toEqual([0, 1])
    expect(feed.ids()).toEqual(['a', ...manyIds.filter((id) => id !== 'n1001')])
    expect(feed.present.get('n1000')?.title).toBe('changed')
    await putNotes(writer, [note('b')])
    await writer.transact(async (tx) => tx.delete(notes, 'n1002'))
    await vi.waitFor(() => {
      expect(feed.present.has('b')).toBe(true)
      expect(feed.present.has('n1002')).toBe(false)
    }, 5_000)
  })

  test.each<[string, { stored?: Options; own?: Options }]>([
    ['of another version', { own: { version: '2' } }],
    ['that was too small to be stored', { stored: { isLarge: false } }],
    [
      'that cannot be loaded',
      {
        own: {
          load() {
            throw new Error('no')
          },
        },
      },
    ],
  ])('a feed begins with the documents instead of a state %s', async (_, { stored, own }) => {
    const feed = openNotes((await storedState(stored))(), own)
    await feed.sync()
    expect(feed.ids()).toEqual(manyIds)
    expect(new Set(feed.put)).toEqual(new Set(manyIds))
  })

  test('a state has what was written while it was stored, or it is passed on', async () => {
    const database = newDatabase()
    const store = database.open()
    for (let at = 0; at < many.length; at += 100) await putNotes(store, many.slice(at, at + 100))
    await openNotes(store).sync()
    const meanwhile = Array.from({ length: 10 }, (_, at) => note(`m${at}`))
    await Promise.all([store.writeSnapshots(), ...meanwhile.map((each) => putNotes(store, [each]))])
    const feed = openNotes(database.open())
    await feed.sync()
    expect(feed.ids()).toEqual([...meanwhile.map(({ id }) => id), ...manyIds].toSorted())
  })
}
