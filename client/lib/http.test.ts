import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { answeringServer, problem } from '#server/testing/stand-ins/answering-server.ts'
import { API_VERSION } from '#shared/lib/api-version.ts'
import { portOf } from '#server/tools/ports/port-of.ts'

import { OfflineError, ProblemError } from './request-errors.ts'
import { onSessionMissing, onMembershipChanged, call, outdated, reachable } from './http.ts'

const server = answeringServer()

beforeEach(() => reachable.set(true))
afterEach(() => onSessionMissing(async () => false))

test('a GET sends no body and no CSRF header', async () => {
  server.answers = [{ status: 200, body: '{"name":"Ada"}' }]
  await expect(call(`${server.origin}/api/me`)).resolves.toEqual({ name: 'Ada' })
  expect(server.received[0]).toMatchObject({ method: 'GET', body: '' })
  expect(server.received[0]?.headers).not.toHaveProperty('x-csrf')
})

test('a call says which version of the API the page was built for', async () => {
  await call(`${server.origin}/api/me`)
  expect(server.received[0]?.headers['x-client-version']).toBe(String(API_VERSION))
})

test('a response with stale_client marks the page as outdated, not the server as unreachable', async () => {
  outdated.set(false)
  server.answers = [problem(503, 'stale_client')]
  await expect(call(`${server.origin}/api/me`)).rejects.toMatchObject({
    status: 503,
    code: 'stale_client',
  })
  expect([outdated.get(), reachable.get()]).toEqual([true, true])
})

test('a file is returned unchanged with its byte order mark, and another content type is refused', async () => {
  const text = '\ufeffName\r\nAda\r\n'
  server.answers = [{ status: 200, type: 'text/csv; charset=utf-8', body: text }]
  const file = (await call(`${server.origin}/roster.csv`, { file: 'text/csv' })) as Blob
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe(text)
  expect(server.received[0]?.headers.accept).toBe('text/csv')

  server.answers = [{ status: 200, type: 'text/html', body: '<h1>Sign in to this network</h1>' }]
  await expect(call(`${server.origin}/roster.csv`, { file: 'text/csv' })).rejects.toThrow(OfflineError)
  server.answers = [problem(403, 'not_your_event')]
  await expect(call(`${server.origin}/roster.csv`, { file: 'text/csv' })).rejects.toMatchObject({
    code: 'not_your_event',
  })
})

test('a write sends the CSRF header and the version it started from', async () => {
  await expect(
    call(`${server.origin}/api/me`, { method: 'PUT', body: { name: 'Ada' }, ifMatch: 7 }),
  ).resolves.toBeUndefined()
  expect(server.received[0]).toMatchObject({
    method: 'PUT',
    body: '{"name":"Ada"}',
    headers: { 'x-csrf': '1', 'content-type': 'application/json', 'if-match': '"7"' },
  })
})

test('a picture is sent as is, with its own type', async () => {
  await call(`${server.origin}/api/images`, {
    method: 'POST',
    body: new Blob(['RIFF'], { type: 'image/webp' }),
  })
  expect(server.received[0]).toMatchObject({
    body: 'RIFF',
    headers: { 'x-csrf': '1', 'content-type': 'image/webp' },
  })
})

test('a problem document becomes an error with all its fields', async () => {
  server.answers = [problem(400, 'invalid_input', { detail: 'Look again.', fields: { name: 'Too short.' } })]
  const error = await call(`${server.origin}/api/me`).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ProblemError)
  expect(error).toMatchObject({
    message: 'No.',
    status: 400,
    code: 'invalid_input',
    detail: 'Look again.',
    fields: { name: 'Too short.' },
    requestId: 'r1',
  })
})

test('an error page of another server becomes a problem', async () => {
  server.answers = [{ status: 418, type: 'text/html', body: '<h1>No</h1>' }]
  await expect(call(`${server.origin}/api/me`)).rejects.toMatchObject({
    status: 418,
    code: 'unexpected_answer',
  })
})

test('a problem document of another server, which has no code, becomes a problem', async () => {
  const body = '{"type":"about:blank","title":"Too large","status":413}'
  server.answers = [{ status: 413, type: 'application/problem+json', body }]
  await expect(call(`${server.origin}/api/me`)).rejects.toMatchObject({
    status: 413,
    code: 'unexpected_answer',
  })
})

test.for([502, 503, 504])('a load balancer’s own %i means that the server is unreachable', async (status) => {
  server.answers = [{ status, type: 'text/html', body: '<h1>No</h1>' }]
  await expect(call(`${server.origin}/api/me`)).rejects.toBeInstanceOf(OfflineError)
  expect(reachable.get()).toBe(false)
})

test('a 503 from our own server does not mean that the server is unreachable', async () => {
  server.answers = [problem(503, 'session_unavailable')]
  await expect(call(`${server.origin}/api/me`)).rejects.toBeInstanceOf(ProblemError)
  expect(reachable.get()).toBe(true)
})

test('no response means unreachable, until the next response', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const port = portOf(closed)
  closed.close()
  await once(closed, 'close')
  await expect(call(`http://127.0.0.1:${port}/`)).rejects.toBeInstanceOf(OfflineError)
  expect(reachable.get()).toBe(false)
  await call(`${server.origin}/api/me`)
  expect(reachable.get()).toBe(true)
})

test('an aborted call does not change the connection state', async () => {
  const gone = AbortSignal.abort(new Error('left the screen'))
  await expect(call(`${server.origin}/api/me`, { signal: gone })).rejects.toThrow('left the screen')
  expect(reachable.get()).toBe(true)
})

test('a call that is aborted while its response arrives fails with the reason of the abort', async () => {
  for (const answer of [{ status: 200, body: '{"name":' }, problem(500, 'internal')]) {
    server.answers = [{ ...answer, unfinished: true }]
    const leaving = new AbortController()
    const left = call(`${server.origin}/api/me`, { signal: leaving.signal })
    await expect.poll(() => server.answers).toHaveLength(0)
    leaving.abort(new Error('left the screen'))
    await expect(left).rejects.toThrow('left the screen')
  }
  expect(reachable.get()).toBe(true)
})

test('an answer that is cut off is an error', async () => {
  server.answers = [{ status: 200, body: '{"status":' }]
  await expect(call(`${server.origin}/api/me`)).rejects.toBeInstanceOf(OfflineError)
})

test('an error answer keeps its status when its document is broken', async () => {
  server.answers = [{ ...problem(500, 'internal'), body: '{"status":' }]
  await expect(call(`${server.origin}/api/me`)).rejects.toMatchObject({
    status: 500,
    code: 'unexpected_answer',
  })
})

test('a missing session is renewed once, and the call repeated', async () => {
  server.answers = [problem(401, 'session_expired'), { status: 200, body: '{"saved":true}' }]
  let renewals = 0
  onSessionMissing(async () => {
    renewals += 1
    return true
  })
  await expect(call(`${server.origin}/api/me`, { method: 'PUT', body: { a: 1 } })).resolves.toEqual({
    saved: true,
  })
  expect(renewals).toBe(1)
  expect(server.received.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', '{"a":1}'],
    ['PUT', '{"a":1}'],
  ])
})

test('only a refusal because of the membership calls the listener', async () => {
  let notified = 0
  onMembershipChanged(() => (notified += 1))
  server.answers = [problem(403, 'role_required')]
  await expect(call(`${server.origin}/api/me`)).rejects.toMatchObject({ code: 'role_required' })
  expect(notified).toBe(0)
  server.answers = [problem(403, 'member_suspended')]
  await expect(call(`${server.origin}/api/me`)).rejects.toMatchObject({ code: 'member_suspended' })
  expect(notified).toBe(1)
})

test('the call fails when the session cannot be renewed, or is missing again', async () => {
  server.answers = [problem(401, 'session_expired')]
  onSessionMissing(async () => false)
  await expect(call(`${server.origin}/api/me`)).rejects.toMatchObject({ code: 'session_expired' })

  server.answers = [problem(401, 'session_expired'), problem(401, 'session_revoked')]
  onSessionMissing(async () => true)
  await expect(call(`${server.origin}/api/me`)).rejects.toMatchObject({ code: 'session_revoked' })
  expect(server.received).toHaveLength(3)
})
