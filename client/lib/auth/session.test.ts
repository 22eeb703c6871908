import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { answeringServer } from '#server/testing/stand-ins/answering-server.ts'
import { DeadlineError } from '#client/lib/request-errors.ts'
import { reachable, callOnce } from '#client/lib/http.ts'

import { withLock } from './session.ts'

const server = answeringServer()
let deadlines: AbortController[]
const pass = (index: number) => deadlines[index]?.abort(new DOMException('timed out', 'TimeoutError'))

beforeEach(() => {
  deadlines = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const deadline = new AbortController()
    deadlines.push(deadline)
    return deadline.signal
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  reachable.set(true)
})

/** Holds the lock with a request that the server never answers. */
function holdLock() {
  server.answers = [{ status: 200, body: '', unfinished: true }]
  return withLock((deadline) => callOnce(`${server.origin}/api/session`, { deadline })).catch(
    (error: unknown) => error,
  )
}

test('a session request without an answer releases the lock at its deadline', async () => {
  const held = holdLock()
  await expect.poll(() => server.received).toHaveLength(1)
  const next = withLock(async () => 'done')
  pass(0)
  expect(await held).toBeInstanceOf(DeadlineError)
  expect(await next).toBe('done')
})

test('waiting for the session lock fails at its own deadline', async () => {
  const held = holdLock()
  await expect.poll(() => server.received).toHaveLength(1)
  const next = withLock(async () => 'done')
  pass(1)
  await expect(next).rejects.toBeInstanceOf(DeadlineError)
  pass(0)
  await held
})
