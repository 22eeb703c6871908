import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { MINUTE } from '#shared/lib/durations.ts'
import type { AuthEmulator } from '#server/tools/auth-emulator/auth-emulator.ts'
import { builtServer } from '#server/tools/server-build.ts'
import { freePort, startServerProcess } from '#server/tools/server-process.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

/**
 * Two servers on one store, each a separate process.
 * @param balancerAt the origin of a balancer in front of them
 */
export async function startReplicas(emulator: AuthEmulator, balancerAt?: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-replicas-'))
  const ports = [await freePort(), await freePort()] as const
  const origins = ports.map((port) => `http://localhost:${port}`)
  const main = await builtServer()
  const start = async (port: number) => ({
    port,
    origin: `http://localhost:${port}`,
    process: await startServerProcess(
      {
        ...emulatorSettings(emulator),
        PUBLIC_ORIGIN: [...(balancerAt ? [balancerAt] : []), ...origins].join(','),
        TRUST_PROXY: '127.0.0.1',
        DATA_DIR: dataDir,
        PORT: String(port),
        DRAIN_DELAY: '1',
        LOG_LEVEL: 'info',
      },
      { main },
    ),
  })
  const [first, second] = await Promise.all([start(ports[0]), start(ports[1])])
  return {
    dataDir,
    first,
    second,
    async stop() {
      await Promise.all([first.process.stop(), second.process.stop()])
      await rm(dataDir, { recursive: true })
    },
  }
}

const TIMEOUT = MINUTE

/**
 * Calls as the browser does from our own page, and retries a 503 as phones do: on a busy machine, looking up the
 * user may take longer than the server waits.
 */
export async function ask(...call: Parameters<typeof askOnce>) {
  const deadline = Date.now() + TIMEOUT
  for (;;) {
    const answer = await askOnce(...call)
    if (answer.status !== 503 || Date.now() > deadline) return answer
    await wait(500)
  }
}

const askOnce = (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
) =>
  fetch(url, {
    method,
    headers: {
      'x-csrf': '1',
      origin: new URL(url).origin,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** @returns headers for calls: the session's cookie, and those that were sent here */
export async function signInAt(
  origin: string,
  idToken: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const answer = await ask('POST', `${origin}/api/session`, { body: { idToken }, headers })
  if (!answer.ok) throw new Error(`No session: ${await answer.text()}`)
  return { ...headers, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}
