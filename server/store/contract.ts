import { documentContract } from './contract-documents.ts'
import { migrationContract } from './contract-migration.ts'
import { pageContract } from './contract-pages.ts'
import { queryContract } from './contract-queries.ts'
import { transactionContract } from './contract-transactions.ts'
import type { AnyCollection, Store } from './port.ts'

/** Empty data of the running test's own, freed when it ends. Opened twice, two stores share it. */
export interface TestDatabase {
  open(collections?: readonly AnyCollection[]): Store
}

/** What every adapter promises. An adapter's own test calls it. */
export function storeContract(newDatabase: () => TestDatabase) {
  documentContract(newDatabase)
  queryContract(newDatabase)
  pageContract(newDatabase)
  transactionContract(newDatabase)
  migrationContract(newDatabase)
}
