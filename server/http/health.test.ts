import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test } from 'vitest'

import type { Overview } from '#shared/admin/overview.ts'
import { MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { createLifecycle } from '#server/lib/lifecycle.ts'
import { StorePermissionDenied } from '#server/store/port.ts'
import { startTestApp } from '#server/testing/app.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

async function start(options: Parameters<typeof startTestApp>[0] = {}) {
  const started = await startTestApp(options)
  onTestFinished(started.close)
  // Opens the connection to Firestore, which takes longer on a busy machine than a check waits.
  await started.store.get(members, 'nobody')
  const ask = async (path: 'live' | 'ready') => (await started.visitor('GET', `/health/${path}`)).statusCode
  return { ...started, ask }
}

test('the liveness check always succeeds, the readiness check reports the phase of the server', async () => {
  const { ask, lifecycle } = await start()
  expect([await ask('live'), await ask('ready')]).toEqual([200, 200])
  lifecycle.drain()
  expect([await ask('live'), await ask('ready')]).toEqual([200, 503])
  lifecycle.serve()
  expect(await ask('ready')).toBe(503)
})

test('the readiness check reports how far the read models are behind the store', async () => {
  const store = openTemporaryStore(collections)
  onTestFinished(store.close)
  const { visitor } = await start({ store: { ...store, feedLags: () => ({ members: 40 }) } })
  expect((await visitor('GET', '/health/ready')).json()).toMatchObject({
    status: 'ok',
    feedLags: { members: 40 },
  })
})

test('a problem that does not affect readiness is reported by the readiness check and to admins', async () => {
  const sink = {
    ...brokenLog,
    write: () => {},
    append: async () => {},
    close: async () => {},
    flush: () => {},
  }
  const email = `${randomUUID()}@guildhall.test`
  const started = await start({ logSink: sink, env: { ADMIN_EMAILS: email } })
  const { visitor, member, services, advance } = started
  const answer = await visitor('GET', '/health/ready')
  expect(answer.statusCode).toBe(200)
  expect(answer.json<{ problems: string[] }>().problems).toContain('log_refused')
  const admin = await member({ email })
  const overview = (await admin.call('GET', '/api/admin/overview')).json<Overview>()
  expect(overview.service.problems).toContain('log_refused')

  services.operations.health.jobRuns.scheduled({ name: 'deletions', every: 60_000 })
  advance(13 * MINUTE)
  const later = await visitor('GET', '/health/ready')
  expect(later.statusCode).toBe(200)
  expect(later.json<{ problems: string[] }>().problems).toContain('jobs_overdue')
})

const brokenLog = {
  full: false,
  status: () => ({ waitingBytes: 0, lostLines: 1, stalled: false, refused: true }),
}

test('the job for read models logs the sizes of the read models in memory', async () => {
  const { services, member, logs } = await start()
  await member()
  await services.jobs.find(({ name }) => name === 'read models')?.run()
  const logged = logs().find(({ msg }) => msg === 'read models')
  expect(logged).toMatchObject({ entries: { members: 1 } })
  expect(logged?.['residentBytes']).toBeGreaterThan(1_000_000)
})

test('the server is not ready before it serves', () => {
  const lifecycle = createLifecycle()
  expect(lifecycle.phase).toBe('starting')
  lifecycle.serve()
  expect(lifecycle.phase).toBe('serving')
})

test('the server is not ready without the store, which is logged', async () => {
  const { visitor, store, logs, ask } = await start()
  await store.close()
  const answer = await visitor('GET', '/health/ready')
  expect(answer.json()).toMatchObject({ status: 503, code: 'not_ready' })
  expect(answer.headers['retry-after']).toBe('3')
  expect(logs()).toContainEqual(expect.objectContaining({ msg: 'not ready', failing: { store: 'outage' } }))
  expect(await ask('live')).toBe(200)
})

test('the readiness check names the reason for a store failure in one word', async () => {
  const store = openTemporaryStore(collections)
  onTestFinished(store.close)
  const ping = () => Promise.reject(new StorePermissionDenied('project secret-project: no role'))
  const { visitor } = await start({ store: { ...store, ping } })
  const answer = await visitor('GET', '/health/ready')
  expect(answer.json()).toMatchObject({ code: 'not_ready', title: 'Unreachable: store (permission).' })
})

test('the server is not ready when the identity provider is unreachable', async () => {
  const { ask } = await start({ env: { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' } })
  expect(await ask('ready')).toBe(503)
})

test('many health checks cause one probe a second, and an outage is reported within a second', async () => {
  const { store, ask, advance } = await start()
  const first = await Promise.all(Array.from({ length: 20 }, () => ask('ready')))
  expect(new Set(first)).toEqual(new Set([200]))
  await store.close()
  expect(await ask('ready')).toBe(200)
  advance(1_001)
  expect(await ask('ready')).toBe(503)
})
