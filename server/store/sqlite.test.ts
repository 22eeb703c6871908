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

test('a burst of transactions leaves turns of the event loop to others', async () => {
  const store = newDatabase().open()
  let written = 0
  const burst = Array.from({ length: 50 }, (_, at) =>
    store.transact(async (tx) => tx.put(counters, { id: `counter-${at}`, count: at })).then(() => written++),
  )

  let turns = 0
  for (; written < burst.length; turns++) await nextTurn()

  expect(turns).toBeGreaterThanOrEqual(burst.length)
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
