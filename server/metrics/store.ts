import { type Store, StoreContention, StoreUnavailable } from '#server/store/port.ts'

import type { Metrics, StoreOperation } from './port.ts'

/** Wraps a store to count and time its operations. */
export function measureStore(
  store: Store,
  { storeOperation, transactionRetried }: Pick<Metrics, 'storeOperation' | 'transactionRetried'>,
): Store {
  async function timed<R>(operation: StoreOperation, call: () => Promise<R>): Promise<R> {
    const start = performance.now()
    const seconds = () => (performance.now() - start) / 1_000
    try {
      const result = await call()
      storeOperation(operation, seconds())
      return result
    } catch (error) {
      storeOperation(operation, seconds(), failureOf(error))
      throw error
    }
  }

  return {
    ...store,
    get: (collection, id) => timed('get', () => store.get(collection, id)),
    getMany: (collection, ids) => timed('get_many', () => store.getMany(collection, ids)),
    find: (collection, query) => timed('find', () => store.find(collection, query)),
    count: (collection, query) => timed('count', () => store.count(collection, query)),
    async transact(work, options) {
      let runs = 0
      const counted: typeof work = (tx) => {
        runs += 1
        return work(tx)
      }
      try {
        return await timed('transact', () => store.transact(counted, options))
      } finally {
        if (runs > 1) transactionRetried(runs - 1)
      }
    },
  }
}

function failureOf(error: unknown) {
  if (error instanceof StoreContention) return 'contention'
  return error instanceof StoreUnavailable ? error.kind : undefined
}
