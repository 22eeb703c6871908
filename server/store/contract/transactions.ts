import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'

import {
  AlreadyExists,
  InvalidDocument,
  StoreDeadlineExceeded,
  StoreError,
  StoreUnavailable,
} from '#server/store/port.ts'

import { counters, increment, note, notes, putNotes } from './fixture.ts'
import type { TestDatabase } from './fixture.ts'

const TWENTY = Array.from({ length: 20 }, (_, at) => at)

export function transactionContract(newDatabase: () => TestDatabase) {
  test('no increment of 20 concurrent ones is lost', async () => {
    const store = newDatabase().open()
    await Promise.all(TWENTY.map(() => increment(store, 'one')))
    expect(await store.get(counters, 'one')).toEqual({ id: 'one', count: 20 })
  })

  test('no increment is lost when two stores await something else in between', async () => {
    const database = newDatabase()
    const stores = [database.open(), database.open()]
    await Promise.all(TWENTY.map((at) => increment(stores[at % 2]!, 'one', () => wait(at % 5))))
    expect((await stores[0]!.get(counters, 'one'))?.count).toBe(20)
  })

  test('writes are applied when the work resolves, and its own reads do not see them', async () => {
    const store = newDatabase().open()
    await store.transact(async (tx) => {
      tx.put(counters, { id: 'one', count: 1 })
      expect(await tx.get(counters, 'one')).toBeUndefined()
      expect(await store.get(counters, 'one')).toBeUndefined()
    })
    expect((await store.get(counters, 'one'))?.count).toBe(1)
  })

  test('work that throws writes nothing, and its error is passed on unchanged', async () => {
    const store = newDatabase().open()
    const refusal = new Error('no')
    const work = store.transact(async (tx) => {
      tx.put(counters, { id: 'one', count: 1 })
      throw refusal
    })
    await expect(work).rejects.toBe(refusal)
    expect(await store.get(counters, 'one')).toBeUndefined()
  })

  test('one invalid write refuses the whole transaction', async () => {
    const store = newDatabase().open()
    await increment(store, 'taken')
    const work = store.transact(async (tx) => {
      tx.put(counters, { id: 'one', count: 1 })
      tx.create(counters, { id: 'taken', count: 9 })
    })
    await expect(work).rejects.toThrow(AlreadyExists)
    await expect(
      store.transact(async (tx) => {
        tx.put(counters, { id: 'one', count: 1 })
        tx.put(counters, { id: 'two', count: 1.5 })
      }),
    ).rejects.toThrow(InvalidDocument)
    expect(await store.getMany(counters, ['one', 'taken'])).toEqual([undefined, { id: 'taken', count: 1 }])
  })

  test('one of several concurrent creates of the same document succeeds', async () => {
    const store = newDatabase().open()
    const results = await Promise.allSettled(
      TWENTY.map((count) => store.transact(async (tx) => tx.create(counters, { id: 'one', count }))),
    )
    const lost = results.filter((result) => result.status === 'rejected')
    expect(lost).toHaveLength(19)
    expect(lost.every(({ reason }) => reason instanceof AlreadyExists)).toBe(true)
    const winner = results.findIndex((result) => result.status === 'fulfilled')
    expect((await store.get(counters, 'one'))?.count).toBe(winner)
  })

  test('a failing transaction writes nothing, and does not affect concurrent ones', async () => {
    const store = newDatabase().open()
    await store.transact(async (tx) => tx.create(counters, { id: 'taken', count: 1 }))
    const results = await Promise.allSettled(
      TWENTY.map((count) =>
        store.transact(async (tx) => {
          tx.put(counters, { id: `counter-${count}`, count })
          if (count % 3 === 0) tx.create(counters, { id: 'taken', count })
          if (count % 5 === 4) throw new Error('changed its mind')
        }),
      ),
    )
    const stored = await store.getMany(
      counters,
      TWENTY.map((count) => `counter-${count}`),
    )
    const fails = TWENTY.map((count) => count % 3 === 0 || count % 5 === 4)
    expect(results.map(({ status }) => status === 'rejected')).toEqual(fails)
    expect(stored.map((document) => document === undefined)).toEqual(fails)
    expect(await store.get(counters, 'taken')).toEqual({ id: 'taken', count: 1 })
  })

  test('a document can be created and written again in one transaction', async () => {
    const store = newDatabase().open()
    await store.transact(async (tx) => {
      tx.create(counters, { id: 'one', count: 1 })
      tx.put(counters, { id: 'one', count: 2 })
      tx.put(counters, { id: 'two', count: 1 })
      tx.delete(counters, 'two')
    })
    expect(await store.getMany(counters, ['one', 'two'])).toEqual([{ id: 'one', count: 2 }, undefined])
  })

  test('a query in a transaction has no phantoms: the last seat goes to one', async () => {
    const store = newDatabase().open()
    const seats = { where: { shelf: 'red' }, limit: 10 }
    const take = (id: string) =>
      store.transact(async (tx) => {
        const { items } = await tx.find(notes, seats)
        await wait(1)
        if (items.length < 3) tx.create(notes, note(id))
      })
    await Promise.all(TWENTY.map((at) => take(`seat-${at}`)))
    expect(await store.count(notes, { where: { shelf: 'red' } })).toBe(3)
  })

  test('a query by an array member has no phantoms, nor does one whose documents leave it', async () => {
    const store = newDatabase().open()
    await putNotes(store, [note('a', { tags: ['x'] }), note('b', { tags: ['x'] })])
    const leave = (id: string) =>
      store.transact(async (tx) => {
        const { items } = await tx.find(notes, { contains: { field: 'tags', value: 'x' }, limit: 10 })
        await wait(1)
        if (items.length > 1) tx.put(notes, note(id, { tags: [] }))
      })
    await Promise.all([leave('a'), leave('b')])
    expect(await store.count(notes, { contains: { field: 'tags', value: 'x' } })).toBe(1)
  })

  test('two transactions that each read what the other writes do not both commit from the old state', async () => {
    const store = newDatabase().open()
    const copy = (from: string, to: string) =>
      store.transact(async (tx) => {
        const count = (await tx.get(counters, from))?.count ?? 0
        await wait(1)
        tx.put(counters, { id: to, count: count + 1 })
      })
    await Promise.all([copy('a', 'b'), copy('b', 'a')])
    const [a, b] = await store.getMany(counters, ['a', 'b'])
    expect(new Set([a?.count, b?.count])).toEqual(new Set([1, 2]))
  })

  test('a transaction that succeeds sees a consistent state of two documents', async () => {
    const store = newDatabase().open()
    const move = (by: number) =>
      store.transact(async (tx) => {
        const [a, b] = await tx.getMany(counters, ['a', 'b'])
        tx.put(counters, { id: 'a', count: (a?.count ?? 0) + by })
        tx.put(counters, { id: 'b', count: (b?.count ?? 0) - by })
      })
    const sum = () =>
      store.transact(async (tx) => {
        const a = await tx.get(counters, 'a')
        await wait(1)
        const total = (a?.count ?? 0) + ((await tx.get(counters, 'b'))?.count ?? 0)
        if (total !== 0) throw new Error(`saw ${total}`)
        return total
      })
    const sums = await Promise.all(TWENTY.map((at) => move(at + 1).then(sum)))
    expect(sums).toEqual(TWENTY.map(() => 0))
  })

  test('work that outlasts the deadline is answered as failed and never committed', async () => {
    const database = newDatabase()
    const store = database.open()
    const hasty = database.open(undefined, { deadline: 200 })
    const gate = Promise.withResolvers<void>()
    let late: Promise<unknown> | undefined
    const work = hasty.transact(async (tx) => {
      tx.put(counters, { id: 'one', count: 100 })
      late = gate.promise.then(() => tx.get(counters, 'one'))
      await late
    })
    await expect(work).rejects.toThrow(StoreDeadlineExceeded)
    gate.resolve()
    await late?.catch(() => {})
    // The commit would otherwise precede the end of a later transaction that needs the same document.
    await increment(store, 'one')
    expect(await store.get(counters, 'one')).toEqual({ id: 'one', count: 1 })
  })

  test('a write after the end of its transaction throws', async () => {
    const store = newDatabase().open()
    const late = await store.transact(async (tx) => () => tx.put(counters, { id: 'one', count: 1 }))
    expect(late).toThrow(StoreError)
  })

  test('close waits for running transactions', async () => {
    const database = newDatabase()
    const closing = database.open()
    const last = increment(closing, 'one', () => wait(20))
    await closing.close()
    await last
    expect((await database.open().get(counters, 'one'))?.count).toBe(1)
  })

  test('every call after close is an outage', async () => {
    const store = newDatabase().open()
    await increment(store, 'one')
    await store.close()
    await expect(store.get(counters, 'one')).rejects.toThrow(StoreUnavailable)
    await expect(store.ping()).rejects.toThrow(StoreUnavailable)
    await expect(increment(store, 'one')).rejects.toThrow(StoreUnavailable)
  })
}
