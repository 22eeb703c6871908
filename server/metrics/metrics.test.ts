import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { MINUTE } from '#shared/lib/durations.ts'
import { collections } from '#server/collections.ts'
import { members } from '#server/modules/people/members/collection.ts'
import { outbox } from '#server/modules/operations/outbox/collection.ts'
import { MailError } from '#server/mail/port.ts'
import { StoreContention } from '#server/store/port.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  clientErrorBatch,
  clientErrorEntry,
} from '#server/testing/fixtures/client-errors/client-error-batch.ts'
import { openTemporaryStore } from '#server/testing/temporary-store.ts'

import { listenForScrapes } from './listener.ts'
import { measureMailer } from './mailer.ts'
import { createPrometheusMetrics } from './prometheus.ts'
import { measureStore } from './store.ts'

let started: TestApp
let text: () => Promise<string>
const temporary = openTemporaryStore(collections)

const measured = createPrometheusMetrics({ release: '1.4.0' })
beforeAll(async () => {
  const { metrics } = measured
  started = await startTestApp({ metrics, store: measureStore(temporary, metrics) })
  text = measured.collectFrom({ ...started.services.operations.health, isServing: () => true })
})
afterAll(async () => {
  await started.close()
  await temporary.close()
})

/** Values by series, as `name{label="value"}`. */
async function series() {
  const samples = (await text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  )
}

test('requests are counted and timed by the template of their route', async () => {
  const { call } = await started.member()
  await call('GET', '/api/members/someone')
  await call('GET', '/api/members/another')
  const found = await series()
  const labels = 'method="GET",route="/api/members/:memberId"'
  expect(found.get(`guildhall_http_requests_total{${labels},status="404"}`)).toBe(2)
  expect(found.get(`guildhall_http_request_duration_seconds_count{${labels}}`)).toBe(2)
  expect(found.get(`guildhall_http_request_duration_seconds_bucket{le="10",${labels}}`)).toBe(2)
})

test('the number of series stays the same whatever clients request', async () => {
  const count = async () => (await series()).size
  const ask = async (name: string) => {
    await started.visitor('GET', `/api/${name}`)
    await started.visitor('GET', `/${name}/%zz`)
    await started.visitor('GET', `/calendar/${name}.ics`)
    await started.app.inject({ method: 'PROPFIND' as 'GET', url: `/${name}` })
    await started.app.inject({ url: '/', headers: { host: `${name}.example` } })
  }
  await ask('first')
  const before = await count()
  for (let at = 0; at < 20; at += 1) await ask(`unknown-${at}`)
  expect(await count()).toBe(before)
  expect(await text()).not.toContain('unknown-')
})

test('checks of sessions are counted by their result', async () => {
  const { call, cookie } = await started.member()
  const result = async (name: string) =>
    (await series()).get(`guildhall_session_checks_total{result="${name}"}`) ?? 0
  const [remembered, refused] = [await result('remembered'), await result('refused')]
  await call('GET', '/api/me')
  await call('GET', '/api/me')
  await started.visitor('GET', '/api/me', { headers: { cookie: `${cookie}forged` } })
  expect(await result('remembered')).toBeGreaterThan(remembered)
  expect(await result('refused')).toBe(refused + 1)
  // Exists before its first count; otherwise an alert would see no increase.
  expect(await text()).toContain('guildhall_session_checks_total{result="unavailable"} ')
})

test('operations of the store are counted and timed, and failures are counted by kind', async () => {
  const store = measureStore(
    {
      ...temporary,
      transact: () => Promise.reject(new StoreContention('lost')),
    },
    measured.metrics,
  )
  const failures = 'guildhall_store_failures_total{operation="transact",kind="contention"}'
  const before = (await series()).get(failures) ?? 0
  await expect(store.transact(async () => {})).rejects.toThrow(StoreContention)
  await expect(store.get(members, 'nobody')).resolves.toBeUndefined()
  const found = await series()
  expect(found.get(failures)).toBe(before + 1)
  expect(
    found.get('guildhall_store_operation_duration_seconds_count{operation="get"}'),
  ).toBeGreaterThanOrEqual(1)
})

test('a repeated transaction counts as a retry, and an error of the caller not as a store failure', async () => {
  const retries: number[] = []
  const failures: (string | undefined)[] = []
  const store = measureStore(temporary, {
    transactionRetried: (times) => void retries.push(times),
    storeOperation: (_operation, _seconds, failure) => void failures.push(failure),
  })
  let runs = 0
  await store.transact(async (tx) => {
    await tx.get(outbox, 'contended')
    if ((runs += 1) > 1) return
    await temporary.transact(async (other) => other.put(outbox, entry('contended')))
  })
  await expect(store.transact(() => Promise.reject(new Error('of the caller')))).rejects.toThrow('caller')
  await temporary.transact(async (tx) => tx.delete(outbox, 'contended'))
  expect(runs).toBeGreaterThan(1)
  expect(retries).toEqual([runs - 1])
  expect(failures).toEqual([undefined, undefined])
})

const entry = (id: string) => ({
  id,
  topic: 'introduction' as const,
  subject: { kind: 'event' as const, id: 'someone' },
  data: {},
  at: '2026-03-01T12:00:00.000Z',
  recipients: [],
  deliveredTo: '',
  leasedUntil: '9999-01-01T00:00:00.000Z',
})

test('client errors are counted when they are acknowledged, and lost ones by known reasons', async () => {
  const before = await series()
  const more = (after: Map<string, number>, name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  const good = clientErrorEntry()
  const body = clientErrorBatch([good, good, { ...clientErrorEntry(), url: 7 }], {
    dropped: 9,
    droppedBy: { full_outbox: 4, made_up: 2 },
    noise: { layout: 3, made_up: 9_999_999, also_made_up: 9_999_999 },
  })
  expect((await started.visitor('POST', '/api/client-errors', { body })).statusCode).toBe(200)
  const refusal = await started.visitor('POST', '/api/client-errors', { body: { v: 2 } })
  const { code } = refusal.json<{ code: string }>()
  const after = await series()
  const ours = (name: string) => more(after, `guildhall_client_error${name}`)
  expect(ours('s_total{outcome="accepted"}')).toBe(1)
  expect(ours('s_total{outcome="duplicate"}')).toBe(1)
  expect(ours('s_total{outcome="rejected"}')).toBe(1)
  expect(ours('s_rejected_total{reason="invalid_url"}')).toBe(1)
  expect(ours('s_lost_total{reason="full_outbox",by="visitor"}')).toBe(4)
  expect(ours('s_lost_total{reason="other",by="visitor"}')).toBe(2 + 3)
  expect(ours('_noise_total{kind="layout"}')).toBe(3)
  expect(ours('_noise_total{kind="other"}')).toBe(10_000)
  expect(ours(`_batches_refused_total{reason="${code}"}`)).toBe(1)
})

test('errors beyond the limits of new groups are counted with their repeats', async () => {
  const entries = Array.from({ length: 12 }, (_, at) =>
    clientErrorEntry({ message: `Broken ${'abcdefghijkl'[at]}`, stack: '', count: 2 }),
  )
  const body = clientErrorBatch(entries)
  expect((await started.visitor('POST', '/api/client-errors', { body })).statusCode).toBe(200)
  await started.services.jobs.find(({ name }) => name === 'client error groups')?.run()
  // The entry of the previous test has a group, too.
  expect((await series()).get('guildhall_client_errors_ungrouped_total')).toBe(2 * 3)
})

test('emails are counted by outcome, except those that another replica sends', async () => {
  const outcomes: string[] = []
  const failures = [new MailError('address_refused', '550 no such user'), new Error('lease lost'), undefined]
  const mailer = measureMailer(
    {
      async send() {
        const failure = failures.shift()
        if (failure) throw failure
      },
      close: () => {},
    },
    { emailHandedOver: (outcome) => void outcomes.push(outcome) },
  )
  const message = { id: '1', to: { name: '', address: '' }, subject: '', text: '', html: '', headers: {} }
  for (let at = 0; at < 3; at += 1) await mailer.send(message, async () => {}).catch(() => {})
  expect(outcomes).toEqual(['address_refused', 'sent'])
})

test('sizes of memory and queues are read on each scrape', async () => {
  const found = await series()
  expect(found.get('guildhall_ready')).toBe(1)
  expect(found.get('guildhall_dependency_up{dependency="identity"}')).toBe(1)
  expect(found.get('guildhall_read_model_entries{model="members"}')).toBeGreaterThan(0)
  expect(found.get('guildhall_views_file_bytes')).toBeGreaterThan(0)
  expect(found.get('guildhall_build_info{release="1.4.0"}')).toBe(1)
  for (const name of [
    'outbox_entries',
    'outbox_oldest_age_seconds',
    'log_waiting_bytes',
    'event_streams_open',
  ])
    expect(found.get(`guildhall_${name}`)).toBeGreaterThanOrEqual(0)
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(found.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
})

test('scheduled jobs are counted by outcome, with the time of the last success', async () => {
  const { jobRuns } = started.services.operations.health
  const scheduledAt = Math.floor(Date.now() / 1_000)
  jobRuns.scheduled({ name: 'deletions', every: 60_000 })
  jobRuns.failed('deletions')
  const before = await series()
  expect(before.get('guildhall_job_runs_total{name="deletions",outcome="failed"}')).toBe(1)
  expect(before.get('guildhall_job_runs_total{name="deletions",outcome="succeeded"}')).toBe(0)
  expect(before.get('guildhall_job_interval_seconds{name="deletions"}')).toBe(60)
  const success = 'guildhall_job_last_success_timestamp_seconds{name="deletions"}'
  expect(before.get(success)).toBeGreaterThanOrEqual(scheduledAt)
  started.advance(MINUTE)
  jobRuns.succeeded('deletions')
  const after = await series()
  expect(after.get('guildhall_job_runs_total{name="deletions",outcome="succeeded"}')).toBe(1)
  expect(after.get(success)).toBeGreaterThanOrEqual(scheduledAt + 60)
})

test('metrics are served on a separate port, which serves nothing else', async () => {
  const logger = { error: () => {} }
  const { contentType } = measured
  const { address, close } = await listenForScrapes({ host: '127.0.0.1', port: 0, contentType, text, logger })
  onTestFinished(close)
  const origin = `http://127.0.0.1:${(address as AddressInfo).port}`
  const answer = await fetch(`${origin}/metrics`)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await answer.text()).toContain('# TYPE guildhall_http_requests_total counter')
  expect((await fetch(`${origin}/api/session`)).status).toBe(404)
  expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await started.visitor('GET', '/metrics')).body).not.toContain('guildhall_http_requests_total')
})
