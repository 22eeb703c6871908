import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { onTestFinished } from 'vitest'

import { counters, notes } from './contract-fixture.ts'
import type { TestDatabase } from './contract-fixture.ts'
import { storeContract } from './contract.ts'
import { openSqliteStore } from './sqlite.ts'

storeContract(newDatabase)

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
