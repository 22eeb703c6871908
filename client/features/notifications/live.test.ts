import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { streamConnected } from '#client/lib/live-query.ts'

import { followUnread } from './live.ts'

const SECOND = 1_000
const encoder = new TextEncoder()

/** A page of the browser, as far as following needs one. */
let page: EventTarget & { visibilityState: string }
let streams: { controller: ReadableStreamDefaultController; signal: AbortSignal }[]
let hasStreams: boolean
/** When the number was asked for without a stream, in seconds. */
let asked: number[]
let seen: number[]
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 })
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('fetch', answer)
  streams = []
  asked = []
  seen = []
  hasStreams = true
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function answer(url: string, { signal }: { signal: AbortSignal }) {
  if (!url.endsWith('/stream')) {
    asked.push(Date.now() / SECOND)
    return Response.json({ unread: asked.length })
  }
  if (!hasStreams) return new Response('', { status: 502 })
  const body = new ReadableStream({
    start(controller) {
      streams.push({ controller, signal })
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return new Response(body)
}

const send = (text: string) => streams.at(-1)?.controller.enqueue(encoder.encode(text))
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND)

function follow() {
  stop = followUnread('ada', ({ unread }) => seen.push(unread))
  return pass(0)
}

function show(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
  return pass(0)
}

test('the number arrives by the stream, without being asked for', async () => {
  await follow()
  send('data: {"unread":3}\n\n')
  await pass(1)
  send(': still here\n\ndata: {"unread":4}\n\n')
  await pass(1)
  expect([seen, asked]).toEqual([[3, 4], []])
})

test('the page is connected for as long as a stream is live', async () => {
  await follow()
  expect(streamConnected.get()).toBe(false)
  send('data: {"unread":3}\n\n')
  await pass(0)
  expect(streamConnected.get()).toBe(true)
  hasStreams = false
  streams[0]?.controller.close()
  await pass(0)
  expect(streamConnected.get()).toBe(false)
})

test('a tab that is opened later knows that another has a live stream', async () => {
  await follow()
  send('data: {"unread":3}\n\n')
  await pass(0)
  const answered = Promise.withResolvers<unknown>()
  const tab = new BroadcastChannel('stream ada')
  tab.addEventListener('message', ({ data }) => answered.resolve(data))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes no target
  tab.postMessage('who')
  expect(await answered.promise).toEqual({ isConnected: true })
  tab.close()
})

test('without a stream it is asked for at growing intervals, at most a minute apart', async () => {
  hasStreams = false
  await follow()
  for (let second = 0; second < 600; second += 1) await pass(1)
  const gaps = asked.slice(1).map((at, index) => at - asked[index]!)
  expect(seen).toEqual(asked.map((_, index) => index + 1))
  expect(gaps.length).toBeGreaterThan(5)
  expect(gaps.length).toBeLessThan(30)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(61)
  expect(gaps.at(-1)).toBeGreaterThan(gaps[0]!)
})

test('a page that is hidden for a minute closes the stream, and opens one when it is shown again', async () => {
  await follow()
  send('data: {"unread":1}\n\n')
  await show('hidden')
  await pass(30)
  send(': still here\n\n')
  await pass(29)
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([false])
  await pass(2)
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([true])
  await show('visible')
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('a page that is hidden for a moment keeps its stream', async () => {
  await follow()
  send('data: {"unread":1}\n\n')
  await show('hidden')
  await pass(30)
  send(': still here\n\n')
  await show('visible')
  await pass(40)
  expect(streams.map(({ signal }) => signal.aborted)).toEqual([false])
})
