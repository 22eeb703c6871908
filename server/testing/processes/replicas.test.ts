import { execFile } from 'node:child_process'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'

import type { StreamEvent, Unread } from '#shared/notifications/schema.ts'
import { collections, views } from '#server/collections.ts'
import { events } from '#server/modules/events/events/collection.ts'
import { meetings } from '#server/modules/meetings/meetings/collection.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { notifications } from '#server/modules/notifications/in-app/collection.ts'
import { isoInstant } from '#server/lib/clock.ts'
import { openSqliteStore } from '#server/store/sqlite/store.ts'
import { authEmulatorAt } from '#server/tools/auth-emulator/auth-emulator.ts'
import { bulkMember } from '#server/tools/bulk-members.ts'
import { eventDocument } from '#server/testing/fixtures/events.ts'
import { meetingDocument } from '#server/testing/fixtures/meetings.ts'
import { openEventStream } from '#server/testing/event-stream.ts'
import { HANG_TIMEOUT } from '#server/testing/hang-timeout.ts'
import { startNginx } from '#server/tools/nginx.ts'
import { freePort } from '#server/tools/server-process.ts'
import { emulatorSettings } from '#server/tools/stack.ts'

import { ask, signInAt, startReplicas } from './replicas.ts'

const person = { email: 'grace@replicas.test', password: 'correct horse', emailVerified: true }

/** Milliseconds. A replica takes shorter pauses for network delays. */
const LONGER_THAN_NOTICED = 2_000

const emulator = authEmulatorAt(inject('authEmulator'))
let fixture: Awaited<ReturnType<typeof startBalanced>>
let uid = ''

beforeAll(async () => {
  fixture = await startBalanced()
  uid = (await emulator.createUser(person)).uid
}, 60_000)
afterAll(() => fixture?.stop())

/** Two servers on one store behind the balancer, and each on its own. */
async function startBalanced() {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const replicas = await startReplicas(emulator, origin)
  const { first, second } = replicas
  const nginx = await startNginx({ port, replicaPorts: [first.port, second.port] })
  return {
    origin,
    port,
    dataDir: replicas.dataDir,
    first: first.process,
    second: second.process,
    secondPort: second.port,
    firstOrigin: first.origin,
    secondOrigin: second.origin,
    complaints: nginx.complaints,
    async stop() {
      await nginx.stop()
      await replicas.stop()
    },
  }
}

async function signIn(origin: string) {
  const { idToken } = await emulator.signIn(person.email, person.password)
  return signInAt(origin, idToken)
}

const sessionAt = async (origin: string, headers: Record<string, string>) => {
  const answer = await ask('GET', `${origin}/api/session`, { headers })
  return (await answer.json()) as { authenticated: boolean }
}

test('a session that was created through one replica is valid at the other', async () => {
  const session = await signIn(fixture.firstOrigin)
  expect(await sessionAt(fixture.secondOrigin, session)).toMatchObject({ authenticated: true })
})

test('a session that was ended through one replica is invalid at the other within two seconds', async () => {
  const { firstOrigin, secondOrigin } = fixture
  const session = await signIn(firstOrigin)
  // A replica remembers sessions that it has checked.
  expect(await sessionAt(secondOrigin, session)).toMatchObject({ authenticated: true })
  const logout = await ask('POST', `${firstOrigin}/api/session/logout`, { headers: session })
  expect(logout.status).toBe(204)
  await vi.waitFor(async () => {
    expect(await sessionAt(secondOrigin, session)).toMatchObject({ authenticated: false })
  }, 2_000)
})

test('a choice about the public list shows at the other replica within two seconds', async () => {
  const { firstOrigin, secondOrigin, dataDir } = fixture
  const session = await signIn(firstOrigin)
  const store = openSqliteStore({ dataDir, secret: 'of no use here', collections: [members] })
  onTestFinished(() => store.close())
  await store.transact(async (tx) => {
    const member = await tx.get(members, uid)
    const now = isoInstant(Date.now())
    tx.put(members, { ...member!, displayName: 'Grace Public', onboardedAt: now })
  })
  const listed = async () => {
    const answer = await fetch(`${secondOrigin}/api/public/prestige/members`)
    return ((await answer.json()) as { items: { displayName: string }[] }).items.map(
      ({ displayName }) => displayName,
    )
  }
  for (const isListed of [true, false]) {
    const body = { listed: isListed, visibility: 'members' }
    const answer = await ask('PUT', `${firstOrigin}/api/prestige/listing`, { headers: session, body })
    expect(answer.ok).toBe(true)
    await vi.waitFor(async () => expect(await listed()).toEqual(isListed ? ['Grace Public'] : []), 2_000)
  }
})

test('the balancer compresses JSON, and passes on the compressed files of replicas', async () => {
  const { port, origin, firstOrigin } = fixture
  const session = await signIn(firstOrigin)
  const encodingOf = (path: string) =>
    new Promise<[encoding: string | undefined, status: number | undefined]>((resolve, reject) => {
      const headers = { ...session, host: new URL(origin).host, 'accept-encoding': 'gzip, br' }
      get({ port, path, headers }, (answer) => {
        answer.resume()
        resolve([answer.headers['content-encoding'], answer.statusCode])
      }).on('error', reject)
    })
  expect(await encodingOf('/api/notifications/preferences')).toEqual(['gzip', 200])
  expect(await encodingOf('/login')).toEqual(['br', 200])
})

test('a replica that was paused does not show ended sessions or outdated lists when it continues', async () => {
  const { firstOrigin, secondOrigin, second, dataDir } = fixture
  const listAt = async (headers: Record<string, string>) => {
    const answer = await ask('GET', `${secondOrigin}/api/events`, { headers })
    return ((await answer.json()) as { items?: { id: string }[] }).items?.map(({ id }) => id)
  }
  const [ended, lasting] = [await signIn(firstOrigin), await signIn(secondOrigin)]
  // The second replica answers from its memory.
  expect(await sessionAt(secondOrigin, ended)).toMatchObject({ authenticated: true })
  expect(await listAt(lasting)).toEqual([])

  process.kill(second.pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(second.pid, 'SIGCONT'))
  expect((await ask('POST', `${firstOrigin}/api/session/logout`, { headers: ended })).status).toBe(204)
  const store = openSqliteStore({ dataDir, secret: 'of no use here', collections: [events] })
  onTestFinished(() => store.close())
  await store.transact(async (tx) => tx.put(events, eventDocument('announced-meanwhile')))
  await wait(LONGER_THAN_NOTICED)
  // These are sent during the pause.
  const answers = Promise.all([sessionAt(secondOrigin, ended), listAt(lasting)])
  process.kill(second.pid, 'SIGCONT')
  expect(await answers).toEqual([{ authenticated: false }, ['announced-meanwhile']])
})

test(
  'a store is not copied while a server has it open',
  async () => {
    const script = join(import.meta.dirname, '../../tasks/copy-store.ts')
    const copying = promisify(execFile)(process.execPath, [script, '--from', 'sqlite', '--to', 'firestore'], {
      env: { ...process.env, ...emulatorSettings(emulator), DATA_DIR: fixture.dataDir },
    })
    await expect(copying).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Cannot open the data: another process has .*store\.sqlite open: stop the server first/,
      ),
    })
  },
  HANG_TIMEOUT,
)

test('the balancer sends requests to both replicas', async () => {
  const answers = Array.from({ length: 20 }, () => fetch(`${fixture.origin}/api/session`))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (const replica of [fixture.first, fixture.second]) expect(replica.logs()).toContain('/api/session')
})

/** Keeps a stream open as a browser does: when it ends, it is opened again. */
function followUnread(session: Record<string, string>) {
  const headers = { ...session, host: new URL(fixture.origin).host, 'sec-fetch-site': 'same-origin' }
  let stream: Awaited<ReturnType<typeof openEventStream<Unread>>> | undefined
  let opened = 0
  const stopping = new AbortController()

  async function follow() {
    while (!stopping.signal.aborted) {
      stream = await openEventStream<Unread>(
        { port: fixture.port, headers },
        '/api/notifications/stream',
      ).catch(() => undefined)
      if (stream) opened += 1
      // A replica that is about to stop listening refuses it.
      await (stream?.ended ?? wait(100))
    }
  }
  const following = follow()

  return {
    opened: () => opened,
    latest: () => stream?.events.at(-1)?.unread,
    async stop() {
      stopping.abort()
      stream?.close()
      await following
    },
  }
}

test('a change through one replica reaches streams at the other within two seconds', async () => {
  const { firstOrigin, secondOrigin, secondPort } = fixture
  const [writing, watching] = [await signIn(firstOrigin), await signIn(secondOrigin)]
  const store = openSqliteStore({ dataDir: fixture.dataDir, collections, views, secret: 'unused' })
  onTestFinished(() => store.close())
  const other = bulkMember(1, Date.now())
  const meeting = meetingDocument('advice', [uid, other.id], { state: 'proposed' })
  await store.transact(async (tx) => {
    tx.put(members, other)
    tx.put(meetings, meeting)
  })
  const headers = { ...watching, host: new URL(secondOrigin).host, 'sec-fetch-site': 'same-origin' }
  const stream = await openEventStream<StreamEvent>(
    { port: secondPort, headers },
    '/api/notifications/stream?view=meeting:advice',
  )
  onTestFinished(stream.close)
  const told = () => stream.events.filter((event) => 'stale' in event).length
  // The proposal itself, stored just before, arrives first.
  await wait(2_000)
  const before = told()
  const votes = [{ slot: meeting.slots[0]!.startsAt, vote: 'no' }]
  const url = `${firstOrigin}/api/meetings/advice/votes`
  expect((await ask('PUT', url, { headers: writing, body: { votes } })).status).toBe(200)
  await vi.waitFor(() => expect(told()).toBeGreaterThan(before), 2_000)
})

/** Stores notifications like a replica that delivers. */
async function putNotifications(dataDir: string, count: number) {
  const store = openSqliteStore({ dataDir, collections, views, secret: 'unused' })
  for (let at = 0; at < count; at += 1) {
    await store.transact(async (tx) =>
      tx.put(notifications, {
        id: `domainEvent-${at}`,
        topic: 'newEvent',
        subject: { kind: 'event', id: 'breakfast' },
        data: { title: 'Breakfast' },
        at: isoInstant(Date.now()),
        member: uid,
        unread: true,
      }),
    )
    await wait(100)
  }
  await store.close()
}

test('draining a replica under continuous requests loses no request and no notification', async () => {
  const { origin, first } = fixture
  const session = await signIn(origin)
  const drained = first.ended
  const stopping = new AbortController()
  const failures: string[] = []
  let answered = 0

  const visitor = async () => {
    while (!stopping.signal.aborted) {
      const answer = await fetch(`${origin}/api/session`, { headers: session }).catch(String)
      answered += 1
      if (typeof answer === 'string') failures.push(answer)
      else if (answer.status !== 200) failures.push(`${answer.status} ${await answer.text()}`)
      // All belong to one member, who may read six hundred times a minute.
      await wait(25)
    }
  }
  const followers = Array.from({ length: 4 }, () => followUnread(session))
  await vi.waitFor(() => expect(followers.map(({ latest }) => latest())).toEqual([0, 0, 0, 0]), 5_000)

  const visitors = Array.from({ length: 8 }, visitor)
  process.kill(first.pid, 'SIGTERM')
  const written = putNotifications(fixture.dataDir, 20)
  expect(await drained).toBe(0)
  await written
  await vi.waitFor(() => expect(followers.map(({ latest }) => latest())).toEqual([20, 20, 20, 20]), 2_000)
  // Streams of the first replica were ended, those of the second were not.
  expect(followers.filter(({ opened }) => opened() === 1)).toHaveLength(2)
  await Promise.all(followers.map(({ stop }) => stop()))
  stopping.abort()
  await Promise.all(visitors)

  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(50)
}, 30_000)
