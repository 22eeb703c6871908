import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

import type { StoreLog } from '#server/store/store-log.ts'
import { prepare } from '#server/views/statement.ts'

import type { Snapshot } from './snapshot.ts'

/** Pages of 4 KB in the log from which a checkpoint is worth its disk syncs. SQLite's default. */
const FRAMES = 1_000
/** Pages in the log from which writes wait until the last ones are moved, so that SQLite restarts the log: 32 MB. */
const MAX_FRAMES = 8_000
/** Pages from which writes wait for a full checkpoint: 64 MB. */
const TOO_MANY_FRAMES = 2 * MAX_FRAMES
/** Pages from which SQLite checkpoints in the writing thread, which blocks the process. Only reached if the worker has failed. */
export const FALLBACK_FRAMES = 32_000
/** MB. Node itself needs most of it. */
const WORKER_MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

export type CheckpointMode = 'PASSIVE' | 'RESTART'

export interface CheckpointResult {
  /** Pages in the log, and how many of them are in the database. −1 while another process checkpoints. */
  log: number
  checkpointed: number
}

interface Options {
  db: DatabaseSync
  snapshot: Snapshot
  file: string
  log: StoreLog
}

export type Checkpoints = ReturnType<typeof createCheckpoints>

/** Checkpoints on a thread of their own, with a connection of its own. */
export function createCheckpoints({ db, snapshot, file, log }: Options) {
  const state = prepare<CheckpointResult>(db, 'PRAGMA wal_checkpoint(NOOP)')
  let worker: Worker | undefined
  let running: Promise<void> | undefined
  let pause: Promise<void> | undefined
  /** Pages in the log at the last checkpoint. */
  let last = 0
  let isClosed = false

  async function ask(mode: CheckpointMode): Promise<CheckpointResult> {
    const thread = (worker ??= start())
    // While writes wait, only this thread keeps the process alive.
    thread.ref()
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(mode)
      const [result] = (await once(thread, 'message')) as [CheckpointResult]
      return result
    } finally {
      thread.unref()
    }
  }

  function start() {
    const name = import.meta.resolve('#server/store/sqlite/checkpoint-worker.ts')
    const started = new Worker(new URL(name), { workerData: file, resourceLimits: WORKER_MEMORY })
    started.on('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  async function run(pages: number) {
    last = pages
    try {
      const { log: now, checkpointed } = await ask('PASSIVE')
      last = now
      // Not while another program reads an older state: SQLite would wait for it, and block writers.
      if (now < MAX_FRAMES || checkpointed < pages) return
      pause = running
      await ask('RESTART')
    } catch (err) {
      if (!isClosed) log.warn({ err }, 'store checkpoint failed')
    } finally {
      pause = undefined
      running = undefined
    }
  }

  return {
    /** Starts a checkpoint if there is enough to do. */
    consider() {
      if (isClosed) return
      snapshot.end()
      const { log: pages } = state.get()!
      if (pages < last) last = 0
      if (!running && pages - last >= FRAMES) running = run(pages)
      else if (running && pages >= TOO_MANY_FRAMES) pause = running
    },

    /** While it is set, writes have to wait for it: SQLite would block the process. Never rejects. */
    get pause() {
      return pause
    },

    async close() {
      isClosed = true
      worker?.ref()
      await worker?.terminate()
    },
  }
}
