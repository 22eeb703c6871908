import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { startClientErrorLoad } from '#server/testing/client-error-load.ts'
import { startClientErrorServer } from '#server/testing/client-error-server.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'

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

async function start(target: Target) {
  const { stdout, reader, text } = target()
  const server = await startClientErrorServer(stdout)
  closeSync(stdout)
  return { server, reader, text }
}

/** How often each entry's line is there; throws on a whole line that is not JSON. */
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

const until = async (isSo: () => boolean) => {
  await expect.poll(isSo, { timeout: 20_000 }).toBe(true)
}

describe.each([
  ['a file', toFile],
  ['a pipe', toPipe],
])('writing to %s', (_, target) => {
  test.each([
    ['SIGKILL', null],
    ['SIGTERM', 0],
  ] as const)('%s under load loses nothing that was acknowledged', async (signal, exitCode) => {
    const { server, text } = await start(target)
    const load = startClientErrorLoad(server.port, { connections: 8 })
    await until(() => load.acknowledged.length > 1_000)
    expect(await server.end(signal)).toBe(exitCode)
    await load.stop()
    expect(load.answers[0]).toBeGreaterThan(0)
    expect(notOnce(load.acknowledged, await text())).toEqual([])
  })
})

test('a stalled reader leads to 503, bounded memory, a free event loop, and no loss', async () => {
  const { server, reader, text } = await start(toPipe)
  const memory = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  const load = startClientErrorLoad(server.port, { connections: 32 })
  await until(() => load.acknowledged.length > 1_000)
  const before = memory()

  reader.pause()
  // More than 200 MB that it would hold if it held anything.
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

test('everything acknowledged to 32 connections is in the log exactly once', async () => {
  const { server, text } = await start(toFile)
  const load = startClientErrorLoad(server.port, { connections: 32 })
  await until(() => load.acknowledged.length > 10_000)
  await load.stop()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(notOnce(load.acknowledged, await text())).toEqual([])
})
