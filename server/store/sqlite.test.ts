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

test('a burst of long transactions leaves a turn of the event loop after each to others', async () => {
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
