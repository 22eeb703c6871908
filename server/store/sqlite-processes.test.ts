import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'

import { expect, onTestFinished, test } from 'vitest'

import { counters, increment, notes } from './contract-fixture.ts'
import { DATABASE_FILE, openSqliteStore } from './sqlite.ts'

const RIVAL = join(import.meta.dirname, 'sqlite-test-process.ts')

test('processes that open one new file and race on it lose no increment', { timeout: 60_000 }, async () => {
  const dataDir = emptyFolder()
  const rivals = [1, 2, 3].map(() => start(process.execPath, [RIVAL, dataDir, 'increment', '100']))
  await Promise.all(rivals.map(firstLine))
  const ends = rivals.map((rival) => once(rival, 'exit'))
  for (const rival of rivals) rival.stdin.write('go\n')
  expect(await Promise.all(ends)).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ])
  expect((await open(dataDir).get(counters, 'shared'))?.count).toBe(300)
})

test('what was answered for survives kill -9', { timeout: 60_000 }, async () => {
  const dataDir = emptyFolder()
  const rival = start(process.execPath, [RIVAL, dataDir, 'increment', '1000000'])
  const lines = createInterface(rival.stdout)
  let answered = 0
  for await (const line of lines) {
    if (line === 'ready') rival.stdin.write('go\n')
    else answered = Number(line)
    if (answered === 50) rival.kill('SIGKILL')
  }
  const store = open(dataDir)
  const count = (await store.get(counters, 'shared'))?.count ?? 0
  expect(count).toBeGreaterThanOrEqual(Math.max(answered, 50))
  expect(count).toBeLessThanOrEqual(answered + 1)
  expect(checkIntegrity(dataDir)).toEqual([{ integrity_check: 'ok' }])
  await increment(store, 'shared')
  expect((await store.get(counters, 'shared'))?.count).toBe(count + 1)
})

test('on a full disk writes are refused as an outage, and all that was stored stays readable', async () => {
  const dataDir = emptyFolder()
  // A limit on the size of a file, in blocks of 512 or 1024 bytes, stands in for the end of a disk.
  const rival = start('sh', [
    '-c',
    `ulimit -f 2000; exec "$0" "$@"`,
    process.execPath,
    RIVAL,
    dataDir,
    'fill',
  ])
  const { stored, readable, message } = JSON.parse(await firstLine(rival))
  expect(stored).toBeGreaterThan(5)
  expect(readable).toBe(stored)
  expect(message).toMatch(/^The store is out of reach: the disk /)
  expect(await open(dataDir).count(notes, {})).toBe(stored)
})

function start(command: string, parameters: string[]) {
  const rival = spawn(command, parameters)
  onTestFinished(() => void rival.kill('SIGKILL'))
  rival.stderr.pipe(process.stderr)
  return rival
}

async function firstLine(rival: ChildProcessWithoutNullStreams) {
  const [line] = await once(createInterface(rival.stdout), 'line')
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
