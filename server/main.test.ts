import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test, type TestContext, vi } from 'vitest'

import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { openRawConnection, parseAnswer } from '#server/testing/raw-connection.ts'
import { builtServer } from '#server/tools/server-build.ts'
import { freePort, startServerProcess } from '#server/tools/server-process.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT, hookTimeout: HANG_TIMEOUT })
/** Milliseconds for something that is immediate on an idle machine. */
const TIMEOUT = 10_000
/** Milliseconds for the start of a worker, which takes seconds on an idle machine. */
const START_TIMEOUT = 60_000

const folder = await mkdtemp(join(tmpdir(), 'guildhall-'))
afterAll(() => rm(folder, { recursive: true }))
const main = await builtServer()

const settings = (port: number) => ({
  ...emulatorSettings(inject('authEmulator')),
  PORT: String(port),
  DATA_DIR: join(folder, String(port)),
})

async function start({ onTestFinished }: TestContext, env: Record<string, string> = {}) {
  const port = await freePort()
  const server = await startServerProcess({ ...settings(port), ...env }, { main })
  onTestFinished(server.stop)
  return {
    ...server,
    port,
    origin: `http://localhost:${port}`,
    signal: () => process.kill(server.pid, 'SIGTERM'),
  }
}

const request = (port: number, line: string, headers: string[] = [], body = '') =>
  [line, `host: localhost:${port}`, ...headers, '', body].join('\r\n')

/** An exchange with an incomplete body: a request that is under way for as long as the test wants. */
async function openSlowRequest(port: number, origin: string) {
  const connection = await openRawConnection(port)
  const body = '{"idToken":"no token"}'
  const headers = [
    `origin: ${origin}`,
    'x-csrf: 1',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  connection.send(request(port, 'POST /api/session HTTP/1.1', headers, body.slice(0, 5)))
  await wait(100)
  return { ...connection, finish: () => connection.send(body.slice(5)) }
}

// Concurrent, because they mostly wait.
describe.concurrent('on SIGTERM', () => {
  test('the server is not ready, finishes pending and new requests, and exits with 0', async (context) => {
    const metricsPort = await freePort()
    const env = { DRAIN_DELAY: '3', METRICS_PORT: String(metricsPort) }
    const { port, origin, signal, ended, logs } = await start(context, env)
    // Reads the store, unless the machine is busy with the start of other servers.
    const askForCalendar = async () => (await fetch(`${origin}/calendar/${'a'.repeat(43)}.ics`)).status
    await vi.waitFor(async () => expect(await askForCalendar()).toBe(404), TIMEOUT)
    const scrape = async () => (await fetch(`http://localhost:${metricsPort}/metrics`)).text()
    const serving = await scrape()
    expect(serving).toContain('guildhall_ready 1')
    // An empty server needs about 190 MiB. A start that loads far more fails here.
    expect(Number(/^process_resident_memory_bytes (.+)$/m.exec(serving)?.[1])).toBeLessThan(320 * 2 ** 20)
    const idle = await openRawConnection(port)
    idle.send(request(port, 'GET /health/live HTTP/1.1'))
    const slow = await openSlowRequest(port, origin)

    signal()
    await wait(200)
    const ready = await fetch(`${origin}/health/ready`)
    expect(ready.status).toBe(503)
    const metrics = await scrape()
    expect(metrics).toContain('guildhall_ready 0')
    expect(metrics).toMatch(/route="\/health\/ready",status="503"} [1-9]/)
    expect(metrics).toMatch(/store_operation_duration_seconds_count\{operation="\w+"\} [1-9]/)
    const late = await fetch(`${origin}/api/session`)
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])

    await idle.closed
    await expect(fetch(`${origin}/health/live`)).rejects.toThrow('fetch failed')
    slow.finish()
    await slow.closed
    const answer = parseAnswer(slow.received())
    expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'close'])

    expect(await ended).toBe(0)
    expect(logs()).toContain('"msg":"drained"')
  })

  test('no request is lost behind a load balancer that checks readiness', async (context) => {
    const { origin, signal, ended } = await start(context, { DRAIN_DELAY: '1' })
    const balancer = { routes: true }
    const statuses: number[] = []
    const ask = async () => {
      while (balancer.routes) {
        const answer = await fetch(`${origin}/api/session`)
        // The machine may be too busy with the start of other servers. An `overloaded` answer is not a lost
        // request.
        if (!(await answer.text()).includes('"code":"overloaded"')) statuses.push(answer.status)
      }
    }
    const heed = async () => {
      while (balancer.routes) {
        balancer.routes = (await fetch(`${origin}/health/ready`)).ok
        await wait(100)
      }
    }
    const traffic = Promise.all([heed(), ...Array.from({ length: 4 }, ask)])
    await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(5), TIMEOUT)
    signal()
    await traffic

    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await ended).toBe(0)
  })

  test('a request that never finishes is cut off before the container is killed', async (context) => {
    const { port, origin, signal, ended, logs } = await start(context)
    await openSlowRequest(port, origin)
    signal()
    // After 9.8 s, within the ten that a container gets, the process would have exited with 1.
    expect(await ended).toBe(0)
    expect(logs()).toContain('"msg":"drained"')
  })

  test('a second signal exits at once, and is in the log', async (context) => {
    const { port, origin, signal, ended, logs } = await start(context)
    await openSlowRequest(port, origin)
    signal()
    // Two signals that a busy process has not handled yet are one.
    await vi.waitFor(() => expect(logs()).toContain('"msg":"draining"'), TIMEOUT)
    signal()
    // After a single signal it exits with 0, as above.
    expect(await ended).toBe(1)
    await vi.waitFor(() => expect(logs()).toContain('"msg":"second SIGTERM, exiting"'), TIMEOUT)
  })
})

describe.concurrent('with several workers', () => {
  test('several workers share the port, one that is killed is replaced, and all drain on SIGTERM', async (context) => {
    const metricsPort = await freePort()
    const env = { WORKERS: '2', METRICS_PORT: String(metricsPort) }
    const { port, origin, pid, signal, ended, logs } = await start(context, env)
    const requestsOf = async (worker: number) => {
      const metrics = await (await fetch(`http://localhost:${metricsPort + worker - 1}/metrics`)).text()
      expect(metrics).toContain('guildhall_ready 1')
      return Number(/route="\/health\/live",status="200"} (\d+)/.exec(metrics)?.[1] ?? 0)
    }
    const ask = async () => {
      const connection = await openRawConnection(port)
      connection.send(request(port, 'GET /health/live HTTP/1.1', ['connection: close']))
      await connection.closed
      return parseAnswer(connection.received()).status
    }
    const askTenTimes = async () => {
      const statuses = await Promise.all(Array.from({ length: 10 }, ask))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    await vi.waitFor(() => requestsOf(2), START_TIMEOUT)
    // A busy worker is skipped.
    await vi.waitFor(async () => {
      await askTenTimes()
      expect(Math.min(await requestsOf(1), await requestsOf(2))).toBeGreaterThan(0)
    }, TIMEOUT)

    const [killed] = await childrenOf(pid)
    process.kill(killed!, 'SIGKILL')
    await vi.waitFor(() => expect(logs()).toContain('worker exited, restarting'), TIMEOUT)
    await askTenTimes()
    await vi.waitFor(async () => {
      expect(await childrenOf(pid)).toHaveLength(2)
      await Promise.all([requestsOf(1), requestsOf(2)])
    }, START_TIMEOUT)

    const slow = await openSlowRequest(port, origin)
    signal()
    await wait(200)
    slow.finish()
    await slow.closed
    expect(parseAnswer(slow.received()).status).toBe(401)
    expect(await ended).toBe(0)
    expect(logs().match(/"msg":"drained"/g)).toHaveLength(2)
  })

  test('a server whose port is in use exits with an error', async ({ onTestFinished }) => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { code, said } = await attempt({ ...settings(port), WORKERS: '2' })
    expect(code).toBe(1)
    expect(said).toContain(`Port ${port} is already in use.`)
  })
})

const childrenOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number)

async function attempt(env: Record<string, string | undefined>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [main], { env: { PATH, NODE_COMPILE_CACHE, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

describe.concurrent('the server does not start', () => {
  test('the server does not start with invalid settings, and names them all', async () => {
    const { FIREBASE_APP_ID: _, ...without } = settings(0)
    expect(await attempt({ ...without, PORT: 'x' })).toEqual({
      code: 1,
      said: 'PORT must be a whole number from 0 to 65535.\nMissing required env: FIREBASE_APP_ID\n',
    })
  })

  test('the server does not start on a port that is in use', async ({ onTestFinished }) => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    expect(await attempt(settings(port))).toEqual({ code: 1, said: `Port ${port} is already in use.\n` })
  })

  test('the server does not start without a writable data folder', async () => {
    const { code, said } = await attempt({ ...settings(0), DATA_DIR: '/dev/null/data' })
    expect(code).toBe(1)
    expect(said).toMatch(/^Cannot open the data: .*\n$/)
  })
})
