import { AsyncLocalStorage } from 'node:async_hooks'

import { type Identity, IdentityError } from '#server/identity/port.ts'
import { type Store, StoreOutcomeUnknown, StoreUnavailable, type Transaction } from '#server/store/port.ts'

/** The failure of one call that a request makes to the store or to the identity provider. */
interface Plan {
  /** Number of the call that fails, from 1. */
  failing: number
  /** Whether a transaction that fails has been committed, with the answer lost. */
  isCommitted: boolean
  /** Number of calls so far. */
  calls: number
}

const plans = new AsyncLocalStorage<Plan>()

/** @returns whether the call that begins is the one that fails */
function isFailing() {
  const plan = plans.getStore()
  if (!plan) return false
  plan.calls += 1
  return plan.calls === plan.failing
}

/** Runs a request whose call of this number fails. Resolves to its answer, and whether it made that many calls. */
export async function withFailingCall<T>(
  failing: number,
  request: () => Promise<T>,
  { isCommitted = false } = {},
) {
  const plan: Plan = { failing, isCommitted, calls: 0 }
  // Fastify sends an injected request when its answer is awaited.
  const answer = await plans.run(plan, async () => await request())
  return { answer, hasFailed: plan.calls >= failing }
}

/** Reads of the store or of a transaction, which fail as planned. */
const failingReads = <R extends Pick<Transaction, 'get' | 'getMany' | 'find'>>(reader: R): R => ({
  ...reader,
  get: async (...[collection, id]: Parameters<Transaction['get']>) =>
    orFail(() => reader.get(collection, id)),
  getMany: async (...[collection, ids]: Parameters<Transaction['getMany']>) =>
    orFail(() => reader.getMany(collection, ids)),
  find: async (...[collection, query]: Parameters<Transaction['find']>) =>
    orFail(() => reader.find(collection, query)),
})

async function orFail<T>(read: () => Promise<T>) {
  if (isFailing()) throw new StoreUnavailable('planned')
  return read()
}

/**
 * The store, of which single calls fail as an adapter lets them fail.
 * @param onCreated called with the collection of each document that a committed transaction has created
 */
export function failingStore(store: Store, onCreated: (collection: string) => void = () => {}): Store {
  return {
    ...failingReads(store),
    count: (collection, query) => orFail(() => store.count(collection, query)),
    views: () => orFail(() => store.views()),
    async transact(work, options) {
      const fails = isFailing()
      if (fails && !plans.getStore()?.isCommitted) throw new StoreUnavailable('planned')
      let created: string[] = []
      const result = await store.transact((tx) => {
        created = []
        return work({
          ...failingReads(tx),
          create(collection, document) {
            created.push(collection.name)
            tx.create(collection, document)
          },
        })
      }, options)
      for (const name of created) onCreated(name)
      if (fails) throw new StoreOutcomeUnknown('planned')
      return result
    },
  }
}

/** The identity provider, of which single calls fail. Cookies and tokens are verified without a call. */
export const failingIdentity = (identity: Identity): Identity =>
  new Proxy(identity, {
    get(target, name: keyof Identity) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>
      if (name === 'verifySessionCookie') return method
      return async (...args: unknown[]) => {
        if (isFailing()) throw new IdentityError('unavailable')
        return method(...args)
      }
    },
  })
