import { documentContract } from './contract-documents.ts'
import { feedContract } from './contract-feeds.ts'
import { lockContract } from './contract-locks.ts'
import { migrationContract } from './contract-migration.ts'
import { pageContract } from './contract-pages.ts'
import { queryContract } from './contract-queries.ts'
import { transactionContract } from './contract-transactions.ts'
import { viewContract } from './contract-views.ts'
import type { TestDatabase } from './contract-fixture.ts'

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
