import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'

import { auditEntries } from '#server/modules/operations/audit/collection.ts'
import { createAuditLog } from '#server/modules/operations/audit/service.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { createOutbox } from '#server/modules/operations/outbox/service.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'
import { startClientErrorLoad } from '#server/testing/processes/client-error-load.ts'
import { startClientErrorServer } from '#server/testing/processes/client-error-server.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'

import { errorGroupCollections, errorGroups } from './groups/collection.ts'
import { createAggregation } from './groups/aggregation.ts'
import { createRegressionCheck } from './groups/regressions.ts'
import { writtenClientErrors } from './entries/collection.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT, hookTimeout: HANG_TIMEOUT })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-errors-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

type Target = () => { stdout: number; reader: { pause(): void; resume(): void }; text: () => Promise<string> }

const toFile: Target = () => {
  const path = join(folder, 'log')
  rmSync(path, { force: true })
  return toSameFile()
}

/** Appends to an earlier server's output. */
const toSameFile: Target = () => {
  const path = join(folder, 'log')
  const stdout = openSync(path, 'a')
  return { stdout, reader: { pause() {}, resume() {} }, text: async () => readFileSync(path, 'utf8') }
}

const toPipe: Target = () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const reading = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const stdout = openSync(path, 'w')
  rmSync(path)
  const parts: Buffer[] = []
  const reader = new Socket({ fd: reading, readable: true, writable: false })
  const ended = new Promise((resolve) => reader.on('close', resolve))
  reader.on('data', (part: Buffer) => parts.push(part))
  const text = async () => {
    await ended
    return Buffer.concat(parts).toString()
  }
  return { stdout, reader, text }
}

async function start(target: Target, dataDir?: string) {
  const { stdout, reader, text } = target()
  const server = await startClientErrorServer(stdout, dataDir)
  closeSync(stdout)
  onTestFinished(() => void server.end('SIGKILL'))
  return { server, reader, text }
}

/** Ends with the test, even one that fails: later tests run in the same process. */
function startLoad(port: number, connections: number) {
  const load = startClientErrorLoad(port, { connections })
  onTestFinished(load.stop)
  return load
}

/** Number of lines per entry; throws on a complete line that is not JSON. */
function timesWritten(log: string) {
  const counts = new Map<string, number>()
  const whole = log.slice(0, log.lastIndexOf('\n') + 1)
  for (const line of whole.split('\n').filter(Boolean)) {
    const { event } = JSON.parse(line) as { event?: { id: string } }
    if (event) counts.set(event.id, (counts.get(event.id) ?? 0) + 1)
  }
  return counts
}

const notOnce = (ids: readonly string[], log: string) => {
  const counts = timesWritten(log)
  return ids.filter((id) => counts.get(id) !== 1)
}

/** The ids that a store has as written, and the number of entries in its groups once everything is counted. */
async function countedIn(dataDir: string) {
  const secret = 'not used here'
  const collections = [auditEntries, outbox, writtenClientErrors, ...errorGroupCollections]
  const store = openSqliteStore({ dataDir, secret, collections })
  const never = () => {
    throw new Error('No group was resolved, so none can regress.')
  }
  const checkRegression = createRegressionCheck({
    clock: Date.now,
    audit: createAuditLog({ store, clock: Date.now, newId: never, logger: { warn: never, error: never } }),
    outbox: createOutbox({ store, clock: Date.now }),
  })
  await createAggregation({
    store,
    clock: Date.now,
    checkRegression,
    logger: { warn: () => {} },
  }).aggregate()
  const { items: groups } = await store.find(errorGroups, { orderBy: 'lastAt', limit: 10 })
  const ids = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await store.find(writtenClientErrors, {
      orderBy: 'at',
      limit: 500,
      cursor,
    })
    for (const batch of page.items) for (const id of batch.ids) ids.add(id)
    cursor = page.next
  } while (cursor !== undefined)
  await store.close()
  return { ids, counted: groups.reduce((sum, { count }) => sum + count, 0) }
}

async function send(port: number, ids: readonly string[]) {
  const entries = ids.map((id) => clientErrorEntry({ id }))
  const answer = await fetch(`http://127.0.0.1:${port}/api/client-errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(clientErrorBatch(entries)),
  })
  await answer.body?.cancel()
  return answer.status
}

const until = async (isSo: () => boolean) => {
  await expect.poll(isSo, { timeout: HANG_TIMEOUT }).toBe(true)
}

describe.each([
  ['a file', toFile],
  ['a pipe', toPipe],
])('writing to %s', (_, target) => {
  test.each([
    ['SIGKILL', null],
    ['SIGTERM', 0],
  ] as const)('no acknowledged entry is lost by a %s under load', async (signal, exitCode) => {
    const { server, text } = await start(target)
    const load = startLoad(server.port, 8)
    await until(() => load.acknowledged.length > 1_000)
    expect(await server.end(signal)).toBe(exitCode)
    await load.stop()
    expect(load.answers[0]).toBeGreaterThan(0)
    expect(notOnce(load.acknowledged, await text())).toEqual([])
  })
})

test('every entry is counted once after a kill, when browsers resend unacknowledged ones', async () => {
  const dataDir = mkdtempSync(join(folder, 'store-'))
  const first = await start(toFile, dataDir)
  const load = startLoad(first.server.port, 8)
  await until(() => load.acknowledged.length > 1_000)
  await first.server.end('SIGKILL')
  await load.stop()
  const logged = timesWritten(await first.text())
  const before = await countedIn(dataDir)
  expect(load.acknowledged.filter((id) => !before.ids.has(id))).toEqual([])
  expect([...before.ids].filter((id) => !logged.has(id))).toEqual([])
  expect(before.counted).toBe(before.ids.size)

  const second = await start(toSameFile, dataDir)
  // Some of them were logged, some even counted: only their acknowledgement was lost.
  for (let at = 0; at < load.sent.length; at += 50) {
    const ids = load.sent.slice(at, at + 50)
    expect(await send(second.server.port, ids)).toBe(200)
  }
  await second.server.end('SIGKILL')
  const loggedInAll = new Set(timesWritten(await second.text()).keys())
  const after = await countedIn(dataDir)
  expect(after.ids).toEqual(new Set(load.sent))
  expect(loggedInAll).toEqual(after.ids)
  expect(after.counted).toBe(after.ids.size)
})

test('a batch that reaches two processes at the same moment is written, and counted once', async () => {
  const dataDir = mkdtempSync(join(folder, 'store-'))
  const one = await start(toFile, dataDir)
  const other = await start(toSameFile, dataDir)
  const batches = Array.from({ length: 20 }, () => Array.from({ length: 10 }, () => randomUUID()))
  for (const ids of batches) {
    const answers = await Promise.all([one, other].map(({ server }) => send(server.port, ids)))
    expect(answers).toEqual([200, 200])
  }
  for (const { server } of [one, other]) expect(await server.end('SIGTERM')).toBe(0)
  const lines = timesWritten(await one.text())
  expect(batches.flat().filter((id) => !lines.has(id))).toEqual([])
  expect((await countedIn(dataDir)).counted).toBe(200)
})

test('a stalled reader leads to 503 with bounded memory, a responsive event loop and no loss', async () => {
  const { server, reader, text } = await start(toPipe)
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  const load = startLoad(server.port, 32)
  await until(() => load.acknowledged.length > 1_000)
  const before = memory()

  reader.pause()
  // More than 200 MB, which it would hold if it buffered anything.
  await until(() => (load.answers[503] ?? 0) > 4_000)
  expect((await fetch(`http://127.0.0.1:${server.port}/nowhere`)).status).toBe(404)
  expect(memory() - before).toBeLessThan(150)
  reader.resume()

  const soFar = load.acknowledged.length
  await until(() => load.acknowledged.length > soFar + 1_000)
  await load.stop()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(notOnce(load.acknowledged, await text())).toEqual([])
})

test('every entry that was acknowledged to 32 connections is in the log exactly once', async () => {
  const { server, text } = await start(toFile)
  const load = startLoad(server.port, 32)
  await until(() => load.acknowledged.length > 10_000)
  await load.stop()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(notOnce(load.acknowledged, await text())).toEqual([])
})
