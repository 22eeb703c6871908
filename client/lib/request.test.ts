import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { API_VERSION } from '#shared/constants.ts'

import {
  OfflineError,
  onSessionMissing,
  onMembershipChanged,
  ProblemError,
  request,
  outdated,
  reachable,
} from './request.ts'

interface Answer {
  status: number
  type?: string
  body?: string
}

const problem = (status: number, code: string, more = {}): Answer => ({
  status,
  type: 'application/problem+json',
  body: JSON.stringify({ type: `urn:${code}`, title: 'No.', status, code, requestId: 'r1', ...more }),
})

let server: Server
let origin: string
let answers: Answer[]
let received: { method: string; headers: IncomingMessage['headers']; body: string }[]

beforeEach(async () => {
  answers = []
  received = []
  reachable.set(true)
  server = createServer(async (incoming, outgoing) => {
    const body = (await Array.fromAsync(incoming)).join('')
    received.push({ method: incoming.method ?? '', headers: incoming.headers, body })
    const { status, type = 'application/json', body: text } = answers.shift() ?? { status: 204 }
    outgoing.writeHead(status, text === undefined ? {} : { 'content-type': type }).end(text)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  onSessionMissing(async () => false)
  server.close()
})

test('a GET sends no body and no CSRF header', async () => {
  answers = [{ status: 200, body: '{"name":"Ada"}' }]
  await expect(request(`${origin}/api/me`)).resolves.toEqual({ name: 'Ada' })
  expect(received[0]).toMatchObject({ method: 'GET', body: '' })
  expect(received[0]?.headers).not.toHaveProperty('x-csrf')
})

test('a call says which version of the API the page was built for', async () => {
  await request(`${origin}/api/me`)
  expect(received[0]?.headers['x-client-version']).toBe(String(API_VERSION))
})

test('a refusal because the page is out of date is announced, and the server stays reachable', async () => {
  outdated.set(false)
  answers = [problem(503, 'stale_client')]
  await expect(request(`${origin}/api/me`)).rejects.toMatchObject({ status: 503, code: 'stale_client' })
  expect([outdated.get(), reachable.get()]).toEqual([true, true])
})

test('a file is returned unchanged, byte order mark included, and never another type instead', async () => {
  const text = '\ufeffName\r\nAda\r\n'
  answers = [{ status: 200, type: 'text/csv; charset=utf-8', body: text }]
  const file = await request<Blob>(`${origin}/roster.csv`, { file: 'text/csv' })
  expect(Buffer.from(await file.arrayBuffer()).toString()).toBe(text)
  expect(received[0]?.headers.accept).toBe('text/csv')

  answers = [{ status: 200, type: 'text/html', body: '<h1>Sign in to this network</h1>' }]
  await expect(request(`${origin}/roster.csv`, { file: 'text/csv' })).rejects.toThrow(OfflineError)
  answers = [problem(403, 'not_your_event')]
  await expect(request(`${origin}/roster.csv`, { file: 'text/csv' })).rejects.toMatchObject({
    code: 'not_your_event',
  })
})

test('a write sends the CSRF header and the version it started from', async () => {
  await expect(
    request(`${origin}/api/me`, { method: 'PUT', body: { name: 'Ada' }, ifMatch: 7 }),
  ).resolves.toBeUndefined()
  expect(received[0]).toMatchObject({
    method: 'PUT',
    body: '{"name":"Ada"}',
    headers: { 'x-csrf': '1', 'content-type': 'application/json', 'if-match': '"7"' },
  })
})

test('a picture is sent as is, with its own type', async () => {
  await request(`${origin}/api/images`, { method: 'POST', body: new Blob(['RIFF'], { type: 'image/webp' }) })
  expect(received[0]).toMatchObject({
    body: 'RIFF',
    headers: { 'x-csrf': '1', 'content-type': 'image/webp' },
  })
})

test('a problem document becomes an error with all its fields', async () => {
  answers = [problem(400, 'invalid_input', { detail: 'Look again.', fields: { name: 'Too short.' } })]
  const error = await request(`${origin}/api/me`).catch((caught: unknown) => caught)
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
  answers = [{ status: 418, type: 'text/html', body: '<h1>No</h1>' }]
  await expect(request(`${origin}/api/me`)).rejects.toMatchObject({ status: 418, code: 'unexpected_answer' })
})

test.for([502, 503, 504])('a load balancer’s own %i means that the server is unreachable', async (status) => {
  answers = [{ status, type: 'text/html', body: '<h1>No</h1>' }]
  await expect(request(`${origin}/api/me`)).rejects.toBeInstanceOf(OfflineError)
  expect(reachable.get()).toBe(false)
})

test('our own 503 is a response', async () => {
  answers = [problem(503, 'session_unavailable')]
  await expect(request(`${origin}/api/me`)).rejects.toBeInstanceOf(ProblemError)
  expect(reachable.get()).toBe(true)
})

test('no response means unreachable, until the next response', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  await once(closed, 'close')
  await expect(request(`http://127.0.0.1:${port}/`)).rejects.toBeInstanceOf(OfflineError)
  expect(reachable.get()).toBe(false)
  await request(`${origin}/api/me`)
  expect(reachable.get()).toBe(true)
})

test('an aborted call does not change the connection state', async () => {
  const gone = AbortSignal.abort(new Error('left the screen'))
  await expect(request(`${origin}/api/me`, { signal: gone })).rejects.toThrow('left the screen')
  expect(reachable.get()).toBe(true)
})

test('a missing session is renewed once, and the call repeated', async () => {
  answers = [problem(401, 'session_expired'), { status: 200, body: '{"saved":true}' }]
  let renewals = 0
  onSessionMissing(async () => {
    renewals += 1
    return true
  })
  await expect(request(`${origin}/api/me`, { method: 'PUT', body: { a: 1 } })).resolves.toEqual({
    saved: true,
  })
  expect(renewals).toBe(1)
  expect(received.map(({ method, body }) => [method, body])).toEqual([
    ['PUT', '{"a":1}'],
    ['PUT', '{"a":1}'],
  ])
})

test('a refusal because of the membership calls the listener, any other does not', async () => {
  let notified = 0
  onMembershipChanged(() => (notified += 1))
  answers = [problem(403, 'role_required')]
  await expect(request(`${origin}/api/me`)).rejects.toMatchObject({ code: 'role_required' })
  expect(notified).toBe(0)
  answers = [problem(403, 'member_suspended')]
  await expect(request(`${origin}/api/me`)).rejects.toMatchObject({ code: 'member_suspended' })
  expect(notified).toBe(1)
})

test('when the session cannot be renewed, or is missing again, the call fails', async () => {
  answers = [problem(401, 'session_expired')]
  onSessionMissing(async () => false)
  await expect(request(`${origin}/api/me`)).rejects.toMatchObject({ code: 'session_expired' })

  answers = [problem(401, 'session_expired'), problem(401, 'session_revoked')]
  onSessionMissing(async () => true)
  await expect(request(`${origin}/api/me`)).rejects.toMatchObject({ code: 'session_revoked' })
  expect(received).toHaveLength(3)
})
