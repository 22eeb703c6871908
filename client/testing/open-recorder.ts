import { createCounter, createLocalLog } from '#client/lib/error-log/local-log.ts'
import { createErrorOutbox } from '#client/lib/error-log/outbox.ts'
import { createRecorder } from '#client/lib/error-log/recorder.ts'
import type { ClientErrorEntry } from '#shared/operations/client-errors.ts'

import { NOON } from './error-entries.ts'
import { createMemoryStorage } from './memory-storage.ts'

/** A real recorder, outbox and log; only storage and time are the test's. */
export function openRecorder(storage = createMemoryStorage()) {
  const clock = { now: NOON }
  const dropped = createCounter(storage, 'dropped')
  const noise = createCounter(storage, 'noise')
  const localLog = createLocalLog(storage)
  const outbox = createErrorOutbox({ storage, tabId: 'tab-1', dropped, makeRoom: localLog.makeRoom })
  const kept: ClientErrorEntry[] = []
  const { record, entryOf, save } = createRecorder({
    outbox,
    localLog,
    dropped,
    noise,
    now: () => clock.now,
    newId: () => crypto.randomUUID(),
    page: () => ({ url: 'https://guildhall.test/', userAgent: 'test', userId: undefined }),
    onEntry: (entry) => kept.push(entry),
  })
  const entries = () => outbox.pending(clock.now).map(({ entry }) => entry)
  return { clock, storage, dropped, noise, outbox, localLog, record, entryOf, save, entries, kept }
}

/** An error from a certain line of our code. */
export const failAt = (line: number) => {
  const error = new Error('Failed')
  error.stack = `Error: Failed\n    at work (https://guildhall.test/assets/main.js:${line}:1)`
  return error
}
