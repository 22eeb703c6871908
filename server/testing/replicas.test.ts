import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import { authEmulatorAt } from './auth-emulator.ts'
import { startNginx } from './nginx.ts'
import { freePort, startServerProcess } from './server-process.ts'
import { emulatorSettings } from './stack.ts'

const person = { email: 'grace@replicas.test', password: 'correct horse', emailVerified: true }

const emulator = authEmulatorAt(inject('authEmulator'))
let world: Awaited<ReturnType<typeof startReplicas>>

beforeAll(async () => {
  world = await startReplicas()
  await emulator.createUser(person)
}, 60_000)
afterAll(() => world?.stop())

/** Two servers on one store behind the balancer, and each by itself. */
async function startReplicas() {
  const dataDir = await mkdtemp(join(tmpdir(), 'guildhall-replicas-'))
  const port = await freePort()
  const ports = [await freePort(), await freePort()] as const
  const origin = `http://localhost:${port}`
  const origins = [origin, ...ports.map((each) => `http://localhost:${each}`)]
  const start = (each: number) =>
    startServerProcess({
      ...emulatorSettings(emulator),
      PUBLIC_ORIGIN: origins.join(','),
      TRUST_PROXY: '127.0.0.1',
      DATA_DIR: dataDir,
      PORT: String(each),
      DRAIN_DELAY: '1',
      LOG_LEVEL: 'info',
    })
  const [first, second] = await Promise.all([start(ports[0]), start(ports[1])])
  const nginx = await startNginx({ port, replicaPorts: ports })
  return {
    origin,
    first,
    second,
    firstOrigin: `http://localhost:${ports[0]}`,
    secondOrigin: `http://localhost:${ports[1]}`,
    complaints: nginx.complaints,
    async stop() {
      await nginx.stop()
      await Promise.all([first.stop(), second.stop()])
      await rm(dataDir, { recursive: true })
    },
  }
}

const post = (url: string, headers: Record<string, string>, body?: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'x-csrf': '1', origin: new URL(url).origin, ...headers },
    ...(body && { body }),
  })

async function signIn(origin: string) {
  const { idToken } = await emulator.signIn(person.email, person.password)
  const json = { 'content-type': 'application/json' }
  const answer = await post(`${origin}/api/session`, json, JSON.stringify({ idToken }))
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

const sessionAt = async (origin: string, cookie: string) => {
  const answer = await fetch(`${origin}/api/session`, { headers: { cookie } })
  return (await answer.json()) as { authenticated: boolean }
}

test('a session made through one replica works through the other', async () => {
  const cookie = await signIn(world.firstOrigin)
  expect(await sessionAt(world.secondOrigin, cookie)).toMatchObject({ authenticated: true })
})

test('a session that was ended through one replica is dead at the other', async () => {
  const { firstOrigin, secondOrigin } = world
  const cookie = await signIn(firstOrigin)
  const logout = await post(`${firstOrigin}/api/session/logout`, { cookie })
  expect(logout.status).toBe(204)
  // One that had checked it already may remember that for 30 s more; this one had not.
  expect(await sessionAt(secondOrigin, cookie)).toMatchObject({ authenticated: false })
})

test('both replicas get requests', async () => {
  const answers = Array.from({ length: 20 }, () => fetch(`${world.origin}/api/session`))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (const replica of [world.first, world.second]) expect(replica.logs()).toContain('/api/session')
})

test('draining a replica under continuous requests loses none', async () => {
  const { origin, first } = world
  const cookie = await signIn(origin)
  const drained = first.ended
  const stopping = new AbortController()
  const failures: string[] = []
  let answered = 0

  const visitor = async () => {
    while (!stopping.signal.aborted) {
      const answer = await fetch(`${origin}/api/session`, { headers: { cookie } }).catch(String)
      answered += 1
      if (typeof answer === 'string') failures.push(answer)
      else if (answer.status !== 200) failures.push(`${answer.status} ${await answer.text()}`)
    }
  }
  const visitors = Array.from({ length: 8 }, visitor)
  process.kill(first.pid, 'SIGTERM')
  expect(await drained).toBe(0)
  stopping.abort()
  await Promise.all(visitors)

  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(50)
}, 30_000)
