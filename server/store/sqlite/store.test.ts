import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { counters, notes } from '#server/store/contract/fixture.ts'
import type { TestDatabase } from '#server/store/contract/fixture.ts'
import { storeContract } from '#server/store/contract/contract.ts'
import { openSqliteStore, type SqliteOptions } from './store.ts'

storeContract(newDatabase)

test('the event loop gets a turn after each transaction of a burst', async () => {
  const store = newDatabase().open()
  let written = 0
  const burst = Array.from({ length: 20 }, (_, at) =>
    store
      .transact(async (tx) => {
        for (const end = performance.now() + 6; performance.now() < end;);
        tx.put(counters, { id: `counter-${at}`, count: at })
      })
      .then(() => written++),
  )
  let turns = 0
  for (; written < burst.length; turns++) await nextTurn()
  expect(turns).toBeGreaterThanOrEqual(20)
})

test('transactions that are ready at the same time wait for one disk sync', async () => {
  let waits = 0
  const sync = () => Promise.resolve(void (waits += 1))
  const store = openIn(newFolder(), { sync })
  const ids = Array.from({ length: 16 }, (_, at) => `counter-${at}`)
  await Promise.all(ids.map((id) => store.transact(async (tx) => tx.put(counters, { id, count: 1 }))))
  expect(waits).toBe(1)
})

test('concurrent transactions on one document do not preempt each other', async () => {
  const store = newDatabase().open()
  let attempts = 0
  const increments = Array.from({ length: 50 }, () =>
    store.transact(async (tx) => {
      attempts += 1
      const count = (await tx.get(counters, 'one'))?.count ?? 0
      tx.put(counters, { id: 'one', count: count + 1 })
    }),
  )
  await Promise.all(increments)
  expect(attempts).toBe(50)
  expect(await store.get(counters, 'one')).toEqual({ id: 'one', count: 50 })
})

function newDatabase(): TestDatabase {
  const dataDir = newFolder()
  return {
    open: (collections = [notes, counters], options = {}) => openIn(dataDir, { collections, ...options }),
  }
}

function newFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return dataDir
}

function openIn(dataDir: string, options: Partial<SqliteOptions>) {
  const store = openSqliteStore({
    dataDir,
    secret: 'a secret of the test',
    collections: [notes, counters],
    ...options,
  })
  onTestFinished(() => store.close())
  return store
}
