import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { answeringServer, problem } from '#server/testing/stand-ins/answering-server.ts'

import { DeadlineError } from './request-errors.ts'
import { onSessionMissing, reachable, call } from './http.ts'

const server = answeringServer()

beforeEach(() => reachable.set(true))
afterEach(() => {
  onSessionMissing(async () => false)
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the deadline', () => {
  const deadlines = new Map<number, AbortController>()
  const pass = (milliseconds: number) =>
    deadlines.get(milliseconds)?.abort(new DOMException('timed out', 'TimeoutError'))

  beforeEach(() => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const deadline = new AbortController()
      deadlines.set(milliseconds, deadline)
      return deadline.signal
    })
  })

  test.for([
    ['GET', 15_000],
    ['PUT', 30_000],
  ] as const)('a %s fails at its deadline of %i ms and is not repeated', async ([method, milliseconds]) => {
    server.answers = [{ status: 200, body: '', unfinished: true }]
    const failed = call(`${server.origin}/api/me`, { method }).catch((error: unknown) => error)
    await expect.poll(() => server.received).toHaveLength(1)
    pass(milliseconds)
    const error = await failed
    expect(error).toBeInstanceOf(DeadlineError)
    expect(error).toMatchObject({ message: 'The server didn’t answer in time. Try again.' })
    expect(server.received).toHaveLength(1)
    expect(reachable.get()).toBe(false)
  })

  test('the deadline includes the renewal of the session', async () => {
    server.answers = [problem(401, 'session_expired')]
    onSessionMissing(() => {
      pass(15_000)
      return new Promise(() => {})
    })
    await expect(call(`${server.origin}/api/me`)).rejects.toBeInstanceOf(DeadlineError)
  })
})

describe('a write', () => {
  const sent = () =>
    server.received.map(({ method, headers, body }) => [method, headers['idempotency-key'], body])

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] }).setTimerTickMode('nextTimerAsync')
  })

  test.for([
    ['no answer', { status: 0, lost: true }],
    ['a load balancer’s own 502', { status: 502, type: 'text/html', body: 'Bad gateway' }],
    ['our own 503', problem(503, 'overloaded')],
  ] as const)('a write is repeated once after %s, with the same key', async ([, answer]) => {
    server.answers = [answer, { status: 201, body: '{"id":"1"}' }]
    const options = { method: 'POST', body: { text: 'Hello' }, idempotencyKey: 'one-and-the-same' } as const
    await expect(call(`${server.origin}/api/events`, options)).resolves.toEqual({ id: '1' })
    expect(sent()).toEqual(Array.from({ length: 2 }, () => ['POST', 'one-and-the-same', '{"text":"Hello"}']))
  })

  test('a write that fails twice fails with the second error', async () => {
    server.answers = [problem(500, 'internal'), problem(503, 'overloaded')]
    await expect(call(`${server.origin}/api/me`, { method: 'PUT' })).rejects.toMatchObject({
      code: 'overloaded',
    })
    expect(server.received).toHaveLength(2)
  })

  test('a write that was refused is not repeated', async () => {
    server.answers = [problem(409, 'event_full')]
    await expect(call(`${server.origin}/api/me`, { method: 'PUT' })).rejects.toMatchObject({ status: 409 })
    server.answers = [problem(503, 'stale_client')]
    await expect(call(`${server.origin}/api/me`, { method: 'PUT' })).rejects.toMatchObject({ status: 503 })
    expect(server.received).toHaveLength(2)
  })

  test('a deletion that is repeated after a lost response succeeds when nothing is left to delete', async () => {
    server.answers = [{ status: 0, lost: true }, problem(404, 'event_not_found')]
    await expect(call(`${server.origin}/api/events/1`, { method: 'DELETE' })).resolves.toBeUndefined()
    server.answers = [problem(404, 'event_not_found')]
    await expect(call(`${server.origin}/api/events/2`, { method: 'DELETE' })).rejects.toMatchObject({
      status: 404,
    })
  })

  test('the request layer does not repeat a read, because the query cache does', async () => {
    server.answers = [problem(500, 'internal')]
    await expect(call(`${server.origin}/api/me`)).rejects.toMatchObject({ status: 500 })
    expect(server.received).toHaveLength(1)
  })
})

describe('a call of one person', () => {
  const options = { method: 'PUT', body: { text: 'Hello' } } as const
  let uid: string | undefined
  beforeEach(() => {
    uid = 'ada'
    vi.useFakeTimers({ toFake: ['setTimeout'] }).setTimerTickMode('nextTimerAsync')
  })
  const signInAs = (other: string | undefined) => async () => {
    uid = other
    return true
  }

  test('a write without an answer is not repeated once another person has signed in', async () => {
    const signedInUid = () => (server.received.length === 0 ? 'ada' : 'ben')
    onSessionMissing(async () => true, signedInUid)
    server.answers = [{ status: 0, lost: true }]
    await expect(call(`${server.origin}/api/me`, options)).rejects.toMatchObject({ status: 401 })
    expect(server.received).toHaveLength(1)
  })

  test('a call is not repeated in the session of another person', async () => {
    onSessionMissing(signInAs('ben'), () => uid)
    server.answers = [problem(401, 'session_expired')]
    await expect(call(`${server.origin}/api/me`, options)).rejects.toMatchObject({ status: 401 })
    expect(server.received).toHaveLength(1)
  })

  test('a call that names its person is not sent while another one is signed in', async () => {
    onSessionMissing(
      async () => true,
      () => uid,
    )
    const mine = call(`${server.origin}/api/me`, { ...options, uid: 'ben' })
    await expect(mine).rejects.toMatchObject({ status: 401 })
    expect(server.received).toEqual([])
  })

  test('a call is repeated when the browser has stored no person', async () => {
    onSessionMissing(signInAs(undefined), () => uid)
    server.answers = [problem(401, 'session_expired'), { status: 200, body: '{}' }]
    await expect(call(`${server.origin}/api/me`, options)).resolves.toEqual({})
  })
})
