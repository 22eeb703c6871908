import { closeSync, fdatasync, openSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'

import { StoreUnavailable } from '#server/store/port.ts'
import type { StoreLog } from '#server/store/store-log.ts'

const syncData = promisify(fdatasync)

interface Options {
  log: StoreLog
  /** Replaces `fdatasync` in tests. */
  sync?: ((descriptor: number) => Promise<void>) | undefined
  /** Called after each sync. */
  onSynced: () => void
}

export type LogSync = ReturnType<typeof createLogSync>

/**
 * Makes commits durable, many at once and on another thread: SQLite commits without waiting for the disk, and
 * everything committed before a sync of its log begins is durable when the sync ends. One sync runs at a time.
 * Decision 102.
 */
export function createLogSync(database: string, { log, sync = syncData, onSynced }: Options) {
  // SQLite deletes its log only with the last connection, and has its locks on other files: closing this
  // descriptor releases none.
  const descriptor = openSync(`${database}-wal`, 'r+')
  type Group = PromiseWithResolvers<void>
  /** Commits for which no sync has begun. */
  let waiting: Group | undefined
  let syncing: Group | undefined
  let failure: StoreUnavailable | undefined

  async function serve() {
    while (waiting) {
      // Transactions that are ready commit in the same turn of the event loop.
      await nextTurn()
      syncing = waiting
      waiting = undefined
      try {
        assertSound()
        await sync(descriptor)
      } catch (error) {
        fail(error)
      }
      if (failure) syncing.reject(failure)
      else syncing.resolve()
      syncing = undefined
      if (!failure) onSynced()
    }
  }

  /**
   * Permanent: the kernel drops pages that it could not write, so that another sync would succeed and mean nothing.
   */
  function fail(cause: unknown) {
    if (failure) return
    failure = new StoreUnavailable('The store refuses writes: the disk did not confirm one', {
      cause,
    })
    log.warn({ err: cause }, 'the disk did not confirm a write: no writes until a restart')
  }

  /** @throws StoreUnavailable after a sync that failed */
  function assertSound() {
    if (failure) throw failure
  }

  const synced = async () => (waiting ?? syncing)?.promise

  return {
    assertSound,

    /** Must be called after each commit, before anything else runs. */
    committed() {
      if (waiting) return
      waiting = Promise.withResolvers()
      // The error reaches the callers that wait for it.
      waiting.promise.catch(() => {})
      if (!syncing) void serve()
    },

    /** Settles as the transaction does, once everything that it may have read or written is durable. */
    async whenDurable<T>(transaction: Promise<T>): Promise<T> {
      const result = await transaction.catch(async (error: unknown) => {
        // An unavailable store says nothing about its content.
        if (!(error instanceof StoreUnavailable)) await synced()
        throw error
      })
      await synced()
      return result
    },

    async close() {
      await synced().catch(() => {})
      closeSync(descriptor)
    },
  }
}
