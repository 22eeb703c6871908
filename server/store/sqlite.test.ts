import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { expect, onTestFinished, test } from 'vitest'

import { counters, notes } from './contract-fixture.ts'
import type { TestDatabase } from './contract-fixture.ts'
import { storeContract } from './contract.ts'
import { openSqliteStore } from './sqlite.ts'

storeContract(newDatabase)

/** @param takes milliseconds that each of the transactions needs @returns turns of the event loop until all are done */
async function turnsOfBurst(transactions: number, takes: number) {
  const store = newDatabase().open()
  let written = 0
  const burst = Array.from({ length: transactions }, (_, at) =>
    store
      .transact(async (tx) => {
        for (const end = performance.now() + takes; performance.now() < end;);
        tx.put(counters, { id: `counter-${at}`, count: at })
      })
      .then(() => written++),
  )
  let turns = 0
  for (; written < burst.length; turns++) await nextTurn()
  return turns
}

test('a burst of long transactions leaves a turn of the event loop after each to others', async () => {
  expect(await turnsOfBurst(20, 6)).toBeGreaterThanOrEqual(20)
})

test('short transactions share a turn of the event loop, which may be long under load', async () => {
  expect(await turnsOfBurst(40, 0)).toBeLessThanOrEqual(20)
})

function newDatabase(): TestDatabase {
  const dataDir = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  return {
    open(collections = [notes, counters], options = {}) {
      const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections, ...options })
      onTestFinished(() => store.close())
      return store
    },
  }
}
