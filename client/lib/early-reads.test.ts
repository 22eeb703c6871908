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

test('an early response is used once', async () => {
  sendAhead(Response.json({ id: 'ada' }))
  expect(await (await earlyAnswer('/api/me', signal))?.json()).toEqual({ id: 'ada' })
  expect(await earlyAnswer('/api/me', signal)).toBeUndefined()
})

test('the head script reads the whole response before the app asks for it', async () => {
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
])('the app sends the request itself after %s', async (_, answer) => {
  sendAhead(answer())
  expect(await earlyAnswer('/api/me', signal)).toBeUndefined()
})

test('an early response from long ago is not used, because the session may have changed', async () => {
  sendAhead(Response.json({}))
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  expect(await earlyAnswer('/api/me', signal)).toBeUndefined()
  vi.restoreAllMocks()
})

test('an abort ends the wait for an early response and for its body', async () => {
  for (const answer of [new Promise<Response>(() => {}), new Response(new ReadableStream())]) {
    const controller = new AbortController()
    sendAhead(answer)
    const waiting = earlyAnswer('/api/me', controller.signal)
    controller.abort(new Error('The deadline has passed.'))
    await expect(waiting).rejects.toThrow('The deadline has passed.')
  }
})
