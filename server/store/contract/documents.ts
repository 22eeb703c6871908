import { expect, test } from 'vitest'

import { AppendOnly, InvalidDocument, StoreError } from '#server/store/port.ts'

import { note, notes, putNotes } from './fixture.ts'
import type { TestDatabase } from './fixture.ts'

const ODD_TEXTS = ['é', 'é', '🏳️‍🌈', '\u{10FFFF}', 'a\nb\t"\\', '\u0000', '', '‮gnp.exe', '\\ud83d', 'ß—日本語']

const log = { ...notes, appendOnly: true }

export function documentContract(newDatabase: () => TestDatabase) {
  test('an append-only document can be created, but neither changed nor deleted', async () => {
    const store = newDatabase().open([log])
    const before = note('one', { title: 'before' })
    await store.transact(async (tx) => tx.create(log, before))

    const change = store.transact(async (tx) => tx.put(log, { ...before, title: 'after' }))
    await expect(change).rejects.toThrow(AppendOnly)
    const deletion = store.transact(async (tx) => tx.delete(log, 'one'))
    await expect(deletion).rejects.toThrow(AppendOnly)
    const addition = store.transact(async (tx) => tx.put(log, note('two')))
    await expect(addition).rejects.toThrow(AppendOnly)
    expect((await store.find(log, { limit: 9 })).items).toEqual([before])
  })

  test('a document is read as it was written', async () => {
    const store = newDatabase().open()
    const full = note('one', {
      rank: -1.5,
      tags: ['a', 'b'],
      place: { city: 'Paris' },
      labels: { de: 'eins' },
    })
    await putNotes(store, [full])

    expect(await store.get(notes, 'one')).toEqual(full)
    expect(await store.get(notes, 'two')).toBeUndefined()
  })

  test.each([0, -0.5, 1e21, 5e-324, Number.MAX_SAFE_INTEGER, 0.1 + 0.2])(
    'the number %d is stored exactly',
    async (rank) => {
      const store = newDatabase().open()
      await putNotes(store, [note('one', { rank })])
      expect((await store.get(notes, 'one'))?.rank).toBe(rank)
    },
  )

  test('any well-formed text is stored exactly, in values and in keys', async () => {
    const store = newDatabase().open()
    const labels = Object.fromEntries(ODD_TEXTS.filter(Boolean).map((text) => [text, text]))
    const odd = note('one', { tags: ODD_TEXTS, labels })
    await putNotes(store, [odd])
    expect(await store.get(notes, 'one')).toEqual(odd)
  })

  test('a change to a document after put is not stored', async () => {
    const store = newDatabase().open()
    const document = note('one', { title: 'before' })
    await store.transact(async (tx) => {
      tx.put(notes, document)
      document.title = 'after'
    })
    expect((await store.get(notes, 'one'))?.title).toBe('before')
  })

  test('a change to a document that was read does not reach the store', async () => {
    const store = newDatabase().open()
    await putNotes(store, [note('one', { tags: ['kept'] })])
    const read = await store.get(notes, 'one')
    read?.tags.push('only here')
    expect((await store.get(notes, 'one'))?.tags).toEqual(['kept'])
  })

  test('a large document is stored, and one above the limit is refused', async () => {
    const store = newDatabase().open()
    const large = note('large', { text: 'é'.repeat(450_000) })
    await putNotes(store, [large])
    expect(await store.get(notes, 'large')).toEqual(large)

    const huge = note('huge', { text: 'x'.repeat(1_100_000) })
    await expect(putNotes(store, [huge])).rejects.toThrow(InvalidDocument)
  })

  test('getMany returns documents in the order of the ids, including missing and repeated ones', async () => {
    const store = newDatabase().open()
    await putNotes(store, [note('a'), note('b'), note('c')])
    const found = await store.getMany(notes, ['c', 'none', 'a', 'c', 'no/id'])
    expect(found.map((document) => document?.id)).toEqual(['c', undefined, 'a', 'c', undefined])
    expect(await store.getMany(notes, [])).toEqual([])
    await expect(store.getMany(notes, Array.from({ length: 501 }, String))).rejects.toThrow(StoreError)
  })

  test.each(['', '.', '..', '__own__', 'a/b', 'a/b/c', 'a b', 'é', 'x'.repeat(129)])(
    'no document has the id %j',
    async (id) => {
      const store = newDatabase().open()
      expect(await store.get(notes, id)).toBeUndefined()
      await expect(putNotes(store, [note(id)])).rejects.toThrow(InvalidDocument)
      await store.transact(async (tx) => tx.delete(notes, id))
    },
  )

  test.each(['a', '-', '_', ':', 'A.b', '__a', 'x'.repeat(128)])(
    'a document can have the id %j',
    async (id) => {
      const store = newDatabase().open()
      await putNotes(store, [note(id)])
      expect(await store.get(notes, id)).toEqual(note(id))
    },
  )

  test('an invalid document is refused with an error that does not contain its values', async () => {
    const store = newDatabase().open()
    const put = putNotes(store, [note('one', { title: 7 as unknown as string, text: 'a secret' })])
    await expect(put).rejects.toThrow(InvalidDocument)
    await expect(put).rejects.toThrow(/notes: \/title must be string$/)
    expect(await store.get(notes, 'one')).toBeUndefined()
  })

  test.each(['__proto__', 'constructor', 'prototype', '__name__'])(
    'the key %s is refused at any depth',
    async (key) => {
      const store = newDatabase().open()
      const labels = JSON.parse(`{"a":"b","${key}":"c"}`)
      await expect(putNotes(store, [note('one', { labels })])).rejects.toThrow(InvalidDocument)
      await putNotes(store, [note('two', { text: `"${key}":`, tags: [key] })])
      expect((await store.get(notes, 'two'))?.tags).toEqual([key])
    },
  )

  test('a text with half a surrogate pair is refused', async () => {
    const store = newDatabase().open()
    await expect(putNotes(store, [note('one', { title: 'a\ud83d' })])).rejects.toThrow(InvalidDocument)
  })
}
