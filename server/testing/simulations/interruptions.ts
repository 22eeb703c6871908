import type { Mailer, Message } from '#server/mail/port.ts'
import { type Store, StoreDeadlineExceeded, type Transaction } from '#server/store/port.ts'

/** The end or the pause of a process at one of its writes. */
export interface Interruption {
  /** Number of the point among those of the step, from 1. */
  at: number
  /** A killed process does nothing more; a stopped one goes on later with what it has in memory. */
  how: 'kill' | 'stop'
}

class Killed extends Error {}

const forever = () => new Promise<never>(() => {})

/** Kinds of writes before or after which some process has been interrupted. */
export type Reached = Set<string>

/** Life of a process whose writes are points at which it can be interrupted. */
export function startLife(reached: Reached) {
  let points = 0
  let planned: Interruption | undefined
  let isDead = false
  let interrupted = Promise.withResolvers<Interruption['how']>()
  let stopped: PromiseWithResolvers<void> | undefined

  /** Resolves while the process runs. */
  async function running() {
    await stopped?.promise
    if (isDead) await forever()
  }

  /** @returns whether the process was stopped there */
  async function point(name: string) {
    await running()
    points += 1
    if (points !== planned?.at) return false
    reached.add(name)
    interrupted.resolve(planned.how)
    if (planned.how === 'stop') stopped = Promise.withResolvers()
    else {
      isDead = true
      throw new Killed()
    }
    await running()
    return true
  }

  /** Resolves to the answer only while the process runs. */
  async function answerOf<T>(call: () => Promise<T>): Promise<T> {
    await running()
    try {
      const answer = await call()
      await running()
      return answer
    } catch (error) {
      await running()
      throw error
    }
  }

  return {
    /** @returns a promise of the interruption, if the process gets that far */
    plan(interruption: Interruption | undefined) {
      points = 0
      planned = interruption
      interrupted = Promise.withResolvers()
      return interrupted.promise
    },

    resume() {
      planned = undefined
      stopped?.resolve()
      stopped = undefined
    },

    store: (store: Store): Store => ({
      ...store,
      get: (collection, id) => answerOf(() => store.get(collection, id)),
      getMany: (collection, ids) => answerOf(() => store.getMany(collection, ids)),
      find: (collection, query) => answerOf(() => store.find(collection, query)),
      count: (collection, query) => answerOf(() => store.count(collection, query)),
      views: () => answerOf(() => store.views()),
      transact: (work, options) =>
        answerOf(async () => {
          let written = new Set<string>()
          const result = await store.transact(async (tx) => {
            written = new Set()
            const answer = await work(recording(tx, written))
            // A stop is longer than the deadline of a transaction.
            if (written.size > 0 && (await point(partOf(written))))
              throw new StoreDeadlineExceeded('The process was stopped')
            return answer
          }, options)
          if (written.size > 0) await point(partOf(written))
          return result
        }),
    }),

    /** @param deliver called when the mail server has the text */
    mailer: (deliver: (message: Message) => void): Mailer => ({
      send: (message, beforeText) =>
        answerOf(async () => {
          await beforeText()
          await point('the text of an email')
          deliver(message)
          await point('the text of an email')
        }),
      close() {},
    }),
  }
}

function recording(tx: Transaction, written: Set<string>): Transaction {
  return {
    ...tx,
    create(collection, document) {
      written.add(collection.name)
      tx.create(collection, document)
    },
    put(collection, document) {
      written.add(collection.name)
      tx.put(collection, document)
    },
    delete(collection, id) {
      written.add(collection.name)
      tx.delete(collection, id)
    },
  }
}

function partOf(written: ReadonlySet<string>) {
  if (written.has('notifications')) return 'a delivery'
  if (written.has('emails')) return 'an email'
  return written.has('outbox') ? 'a commit with its outbox' : 'another commit'
}
