import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { counters, increment, notes } from '#server/store/contract/fixture.ts'
import { DATABASE_FILE, openSqliteStore } from './store.ts'

const WORKER = join(import.meta.dirname, 'test-process.ts')

test('processes that race on one new file lose no increment', { timeout: 60_000 }, async () => {
  const dataDir = emptyFolder()
  const workers = [1, 2, 3].map(() => start(process.execPath, [WORKER, dataDir, 'increment', '100']))
  await Promise.all(workers.map(firstLine))
  const ends = workers.map((worker) => once(worker, 'exit'))
  for (const worker of workers) worker.stdin.write('go\n')
  expect(await Promise.all(ends)).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ])
  expect((await open(dataDir).get(counters, 'shared'))?.count).toBe(300)
})

test('a committed transaction survives kill -9', { timeout: 60_000 }, async () => {
  const dataDir = emptyFolder()
  const worker = start(process.execPath, [WORKER, dataDir, 'increment', '1000000'])
  const lines = createInterface(worker.stdout)
  let answered = 0
  for await (const line of lines) {
    if (line === 'ready') worker.stdin.write('go\n')
    else answered = Number(line)
    if (answered === 50) worker.kill('SIGKILL')
  }
  const store = open(dataDir)
  const count = (await store.get(counters, 'shared'))?.count ?? 0
  expect(count).toBeGreaterThanOrEqual(Math.max(answered, 50))
  expect(count).toBeLessThanOrEqual(answered + 1)
  expect(checkIntegrity(dataDir)).toEqual([{ integrity_check: 'ok' }])
  await increment(store, 'shared')
  expect((await store.get(counters, 'shared'))?.count).toBe(count + 1)
})

test.each([1, 20])(
  'a write on a full disk is an outage, and stored documents stay readable: %i at once',
  async (atOnce) => {
    const dataDir = emptyFolder()
    const worker = startOnSmallDisk(8_000, [dataDir, 'fill', String(atOnce)])
    const { stored, readable, message } = JSON.parse(await firstLine(worker))
    expect(stored).toBeGreaterThan(5)
    expect(readable).toBe(stored)
    expect(message).toMatch(/^The store is unreachable: the disk /)
    expect(await open(dataDir).count(notes, {})).toBe(stored)
  },
)

test('a store on a full disk is not opened, with the reason', async () => {
  const worker = startOnSmallDisk(8, [emptyFolder(), 'fill', '1'])
  const [reported, [code]] = await Promise.all([text(worker.stderr), once(worker, 'exit')])
  expect(reported).toContain('StoreUnavailable: The store is unreachable: the disk ')
  expect(code).toBe(1)
})

/** @param blocks of 512 or 1024 bytes, above which files cannot grow */
const startOnSmallDisk = (blocks: number, parameters: string[]) =>
  start('sh', ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, WORKER, ...parameters])

function start(command: string, parameters: string[]) {
  const worker = spawn(command, parameters)
  onTestFinished(() => void worker.kill('SIGKILL'))
  worker.stderr.pipe(process.stderr)
  return worker
}

async function firstLine(worker: ChildProcessWithoutNullStreams) {
  const [line] = await once(createInterface(worker.stdout), 'line')
  return String(line)
}

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'store-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function open(dataDir: string) {
  const store = openSqliteStore({ dataDir, secret: 'a secret of the test', collections: [notes, counters] })
  onTestFinished(() => store.close())
  return store
}

function checkIntegrity(dataDir: string) {
  using db = new DatabaseSync(join(dataDir, DATABASE_FILE), { readOnly: true })
  return db.prepare('PRAGMA integrity_check').all()
}
