import { documentContract } from './documents.ts'
import { feedContract } from './feeds.ts'
import { lockContract } from './locks.ts'
import { migrationContract } from './migration.ts'
import { pageContract } from './pages.ts'
import { queryContract } from './queries.ts'
import { transactionContract } from './transactions.ts'
import { viewContract } from './views.ts'
import type { TestDatabase } from './fixture.ts'

/** The tests that every adapter passes. Called by the adapter's test. */
export function storeContract(newDatabase: () => TestDatabase) {
  documentContract(newDatabase)
  queryContract(newDatabase)
  pageContract(newDatabase)
  transactionContract(newDatabase)
  lockContract(newDatabase)
  migrationContract(newDatabase)
  feedContract(newDatabase)
  viewContract(newDatabase)
}
