import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, test, type TestContext, vi } from 'vitest'

import { SECOND } from '#shared/lib/durations.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { openRawConnection, parseAnswer } from '#server/testing/raw-connection.ts'
import { builtServer } from '#server/tools/server-build.ts'
import { freePort, startServerProcess } from '#server/tools/server-process.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

vi.setConfig({ testTimeout: HANG_TIMEOUT })
/** Milliseconds for something that is immediate on an idle machine. */
const TIMEOUT = 10 * SECOND
/** Milliseconds for the start of a worker, which takes seconds on an idle machine. */
const START_TIMEOUT = 60 * SECOND

async function startTwoWorkers({ onTestFinished }: TestContext) {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-'))
  const settings = {
    ...emulatorSettings(inject('authEmulator')),
    PORT: String(port),
    DATA_DIR: folder,
    WORKERS: '2',
  }
  const server = await startServerProcess(settings, { main: await builtServer() })
  onTestFinished(async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  })
  const times = (message: string) => server.logs().split(`"msg":"${message}"`).length - 1
  const served = (count: number) =>
    vi.waitFor(() => expect(times('serving')).toBeGreaterThanOrEqual(count), START_TIMEOUT)
  await served(2)
  return { ...server, port, times, served, workers: () => childrenOf(server.pid) }
}

const childrenOf = async (pid: number) => {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}

/** The status of one request on a connection of its own; 0 when the connection was cut, -1 when nothing came. */
async function ask(port: number) {
  const connection = await openRawConnection(port)
  connection.send(`GET /health/live HTTP/1.1\r\nhost: localhost:${port}\r\nconnection: close\r\n\r\n`)
  const ended = await Promise.race([connection.closed, wait(TIMEOUT, 'nothing')])
  if (ended === 'nothing') return -1
  return connection.received() === '' ? 0 : parseAnswer(connection.received()).status
}

test('a worker that is killed before it listens is replaced, and the other one answers meanwhile', async (context) => {
  const { port, workers, times, served } = await startTwoWorkers(context)
  const [kept, killed] = await workers()
  const stopped = new AbortController()
  const answers: number[] = []
  const asking = (async () => {
    while (!stopped.signal.aborted) {
      answers.push(await ask(port))
      await wait(20)
    }
  })()

  let victim = killed!
  for (const deaths of [1, 2, 3]) {
    process.kill(victim, 'SIGKILL')
    await vi.waitFor(() => expect(times('worker exited, restarting')).toBe(deaths), TIMEOUT)
    const next = async () => (await workers()).find((worker) => worker !== kept && worker !== victim)
    victim = await vi.waitFor(
      async () => {
        const replacement = await next()
        expect(replacement).toBeDefined()
        return replacement!
      },
      { timeout: TIMEOUT, interval: 20 },
    )
  }
  await served(3)
  stopped.abort()
  await asking

  expect(await workers()).toEqual([kept, victim])
  // A request that the killed worker had accepted is cut.
  expect(answers.filter((status) => status !== 200).length).toBeLessThanOrEqual(1)
  expect(answers).not.toContain(-1)
})

test('a stopped or killed worker does not delay connections', async (context) => {
  const { port, workers } = await startTwoWorkers(context)
  const [, still] = await workers()
  process.kill(still!, 'SIGSTOP')
  const answers = Promise.all(Array.from({ length: 8 }, () => ask(port)))
  await wait(SECOND)
  process.kill(still!, 'SIGKILL')
  expect(new Set(await answers)).toEqual(new Set([200]))
})
