/** A thread that moves commits from SQLite's log into the database, which takes two disk syncs. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

import type { CheckpointMode, CheckpointResult } from './checkpoints.ts'

/** Milliseconds for which writers of other processes may be blocked. */
const BUSY_TIMEOUT = 20

const db = new DatabaseSync(workerData as string, { timeout: BUSY_TIMEOUT })

parentPort!.on('message', (mode: CheckpointMode) => {
  const result = db.prepare(`PRAGMA wal_checkpoint(${mode})`).get()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort!.postMessage(result as unknown as CheckpointResult)
})
