import { AsyncLocalStorage } from 'node:async_hooks'
import { inject } from 'vitest'

import { createFirebaseIdentity } from '#server/identity/firebase.ts'
import { type Identity, IdentityError } from '#server/identity/port.ts'
import { type Store, StoreOutcomeUnknown, StoreUnavailable, type Transaction } from '#server/store/port.ts'
import { authEmulatorAt } from '#server/tools/auth-emulator/auth-emulator.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

type Port = 'store' | 'identity'

/** With `after`, a transaction is committed, and its answer lost. A read fails in the same way with either. */
export type CallFailure = 'before' | 'after'

/** Failures of calls that a request makes to the store and to the identity provider. */
interface Plan {
  /** @param call its number among those of the request, from 1 */
  failureOf: (port: Port, call: number) => CallFailure | undefined
  /** Calls so far. */
  calls: Port[]
}

const plans = new AsyncLocalStorage<Plan>()

/** How the call that begins fails, if it does. */
function nextFailure(port: Port) {
  const plan = plans.getStore()
  return plan?.failureOf(port, plan.calls.push(port))
}

/** Runs a request, or a job. Resolves to its answer, and the calls that it made. */
export async function withFailures<T>(failureOf: Plan['failureOf'], request: () => Promise<T>) {
  const plan: Plan = { failureOf, calls: [] }
  // Fastify sends an injected request when its answer is awaited.
  const answer = await plans.run(plan, async () => await request())
  return { answer, calls: plan.calls }
}

/** Runs a request whose call of this number fails. Resolves to its answer, and whether it made that many calls. */
export async function withFailingCall<T>(
  failing: number,
  request: () => Promise<T>,
  failure: CallFailure = 'before',
) {
  const { answer, calls } = await withFailures((_, call) => (call === failing ? failure : undefined), request)
  return { answer, hasFailed: calls.length >= failing }
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
  if (nextFailure('store')) throw new StoreUnavailable('planned')
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
      const failure = nextFailure('store')
      if (failure === 'before') throw new StoreUnavailable('planned')
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
      if (failure) throw new StoreOutcomeUnknown('planned')
      return result
    },
  }
}

/** The identity provider of the run, of which calls fail as planned. Cookies are verified without a call. */
export function failingIdentity(): Identity {
  const { FIREBASE_PROJECT_ID, FIREBASE_AUTH_EMULATOR_HOST } = emulatorSettings(
    authEmulatorAt(inject('authEmulator')),
  )
  const identity = createFirebaseIdentity({
    projectId: FIREBASE_PROJECT_ID,
    clock: Date.now,
    authEmulatorHost: FIREBASE_AUTH_EMULATOR_HOST,
  })
  return new Proxy(identity, {
    get(target, name: keyof Identity) {
      const method = target[name] as (...args: unknown[]) => Promise<unknown>
      if (name === 'verifySessionCookie') return method
      return async (...args: unknown[]) => {
        if (nextFailure('identity')) throw new IdentityError('unavailable')
        return method(...args)
      }
    },
  })
}
