import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { earlyAnswer, readAhead } from './early-reads.ts'

const { signal } = new AbortController()
const fetchMock = vi.fn<typeof fetch>()

function sendAhead(answer: Response | Promise<Response>, url = '/api/me') {
  fetchMock.mockImplementationOnce(async () => answer)
  globalThis.earlyReads = readAhead(url)
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('location', { pathname: '/event/one' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  fetchMock.mockReset()
  globalThis.earlyReads = undefined
})

test('an answer that the head asked for is used once', async () => {
  sendAhead(Response.json({ id: 'ada' }))
  expect(await (await earlyAnswer('/api/me', signal))?.json()).toEqual({ id: 'ada' })
  expect(await earlyAnswer('/api/me', signal)).toBeUndefined()
})

test('the head reads the whole answer, before the app asks for it', async () => {
  const answer = Response.json({ id: 'ada' })
  sendAhead(answer)
  expect(await vi.waitUntil(() => answer.bodyUsed)).toBe(true)
})

test('the head requests the calls that the page’s address names', async () => {
  sendAhead(Response.json({}), '/api/events/:id')
  expect(fetchMock).toHaveBeenCalledExactlyOnceWith('/api/events/one', expect.anything())
  expect((await earlyAnswer('/api/events/one', signal))?.ok).toBe(true)
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('no network'))],
  ['a refusal', () => new Response('', { status: 401 })],
])('%s is asked for again', async (_, answer) => {
  sendAhead(answer())
  expect(await earlyAnswer('/api/me', signal)).toBeUndefined()
})

test('an answer from long ago is asked for again, since the session may be another', async () => {
  sendAhead(Response.json({}))
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(await earlyAnswer('/api/me', signal)).toBeUndefined()
  vi.restoreAllMocks()
})

test('waiting for the answer and for its body ends with the signal', async () => {
  for (const answer of [new Promise<Response>(() => {}), new Response(new ReadableStream())]) {
    const controller = new AbortController()
    sendAhead(answer)
    const waiting = earlyAnswer('/api/me', controller.signal)
    controller.abort(new Error('The deadline has passed.'))
    await expect(waiting).rejects.toThrow('The deadline has passed.')
  }
})
