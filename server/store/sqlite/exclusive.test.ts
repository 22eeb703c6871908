import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { counters, notes } from '#server/store/contract/fixture.ts'

import { openSqliteStore } from './store.ts'

const WORKER = join(import.meta.dirname, 'test-process.ts')
const OPEN_ELSEWHERE = /^another process has .*store\.sqlite open: stop the server first$/

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function open(dataDir: string, options: { exclusive?: boolean } = {}) {
  const store = openSqliteStore({
    dataDir,
    secret: 'a secret of the test',
    collections: [notes, counters],
    openTimeout: 300,
    ...options,
  })
  onTestFinished(() => store.close())
  return store
}

test(
  'a file that an idle process has open cannot be opened exclusively',
  { timeout: HANG_TIMEOUT },
  async () => {
    const dataDir = emptyFolder()
    const worker = spawn(process.execPath, [WORKER, dataDir, 'increment', '1'])
    const ended = once(worker, 'exit')
    onTestFinished(() => void worker.kill('SIGKILL'))
    await once(worker.stdout, 'data')
    expect(() => open(dataDir, { exclusive: true })).toThrow(OPEN_ELSEWHERE)

    worker.kill('SIGKILL')
    await ended
    const store = open(dataDir, { exclusive: true })
    await store.transact(async (tx) => tx.put(counters, { id: 'one', count: 1 }))
    expect(await store.get(counters, 'one')).toEqual({ id: 'one', count: 1 })
  },
)

test('a file that is opened exclusively cannot be opened by another process until it is closed', async () => {
  const dataDir = emptyFolder()
  const exclusive = open(dataDir, { exclusive: true })
  expect(() => open(dataDir)).toThrow('another process holds the lock')
  await exclusive.close()
  expect(await open(dataDir).get(counters, 'one')).toBeUndefined()
})
