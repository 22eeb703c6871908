import { once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

import type { StoreLog } from './store-log.ts'

/** Pages of 4 KB in the log from which a checkpoint is worth its waits for the disk, as SQLite has it. */
const FRAMES = 1_000
/** Pages in the log from which writes wait for a last few to be moved, so that SQLite begins it anew: 32 MB. */
const MAX_FRAMES = 8_000
/** Pages from which writes wait for whatever is left: 64 MB. */
const TOO_MANY_FRAMES = 2 * MAX_FRAMES
/** Pages from which SQLite checkpoints in the writing thread, which blocks the process. Only reached if the worker has failed. */
export const FALLBACK_FRAMES = 32_000
/** MB. Node itself needs most of it. */
const WORKER_MEMORY = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

export type CheckpointMode = 'PASSIVE' | 'RESTART'

export interface CheckpointResult {
  /** Pages in the log, and how many of them are in the database. −1 if another process is at it. */
  log: number
  checkpointed: number
}

interface Options {
  db: DatabaseSync
  file: string
  log: StoreLog
}

export type Checkpoints = ReturnType<typeof createCheckpoints>

/** Checkpoints on a thread of their own, with a connection of its own. */
export function createCheckpoints({ db, file, log }: Options) {
  const state = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  let worker: Worker | undefined
  let running: Promise<void> | undefined
  let pause: Promise<void> | undefined
  /** Pages in the log at the last checkpoint. */
  let last = 0
  let isClosed = false

  async function ask(mode: CheckpointMode): Promise<CheckpointResult> {
    const thread = (worker ??= start())
    // Nothing else may keep the process while writes wait.
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
    const name = import.meta.resolve('#server/store/sqlite-checkpoint-worker.ts')
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
      // Not while another program reads what was there before: SQLite would wait for it, and writers with it.
      if (now < MAX_FRAMES || checkpointed < pages) return
      pause = running
      await ask('RESTART')
    } catch (err) {
      if (!isClosed) log.warn({ err }, 'a checkpoint of the store has failed')
    } finally {
      pause = undefined
      running = undefined
    }
  }

  return {
    /** Begins one if there is enough to do. */
    consider() {
      if (isClosed) return
      const { log: pages } = state.get() as unknown as CheckpointResult
      if (pages < last) last = 0
      if (!running && pages - last >= FRAMES) running = run(pages)
      else if (running && pages >= TOO_MANY_FRAMES) pause = running
    },

    /** Writes have to wait for it while it is set: SQLite would block the process. Never rejects. */
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
