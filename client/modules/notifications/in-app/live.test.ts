import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { streamedViews } from '#client/lib/live-query.ts'

import { SECOND } from '#shared/lib/durations.ts'
import type { LiveView } from '#shared/notifications/live-views.ts'

import { followStream } from './live.ts'

const encoder = new TextEncoder()

/** The parts of a browser page that the stream uses. */
let page: EventTarget & { visibilityState: string }
let streams: { url: string; controller: ReadableStreamDefaultController; signal: AbortSignal }[]
let hasStreams: boolean
/** Times at which the number was requested without a stream, in seconds. */
let asked: number[]
let seen: number[]
/** Views on the page, and the messages that named stale ones. */
let shown: LiveView[]
let stale: (readonly LiveView[])[]
let showOther: () => void
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
  shown = []
  stale = []
  hasStreams = true
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function answer(url: string, { signal }: { signal: AbortSignal }) {
  if (!url.includes('/stream')) {
    asked.push(Date.now() / SECOND)
    return Response.json({ unread: asked.length })
  }
  if (!hasStreams) return new Response('', { status: 502 })
  const body = new ReadableStream({
    start(controller) {
      streams.push({ url, controller, signal })
      signal.addEventListener('abort', () => controller.error(signal.reason))
    },
  })
  return new Response(body)
}

const send = (text: string) => streams.at(-1)?.controller.enqueue(encoder.encode(text))
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * SECOND)

function follow() {
  stop = followStream('ada', {
    onUnread: ({ unread }) => seen.push(unread),
    onStale: (views) => stale.push(views),
    shownViews: () => shown,
    onShown(listener) {
      showOther = listener
      return () => {}
    },
  })
  return pass(0)
}

function show(visibilityState: 'visible' | 'hidden') {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
  return pass(0)
}

test('the unread count arrives over the stream, without a request', async () => {
  await follow()
  send('data: {"unread":3}\n\n')
  await pass(1)
  send(': still here\n\ndata: {"unread":4}\n\n')
  await pass(1)
  expect([seen, asked]).toEqual([[3, 4], []])
})

test('the page counts as connected while a stream is live', async () => {
  await follow()
  expect(streamedViews.get()).toBe(undefined)
  send('data: {"unread":3}\n\n')
  await pass(0)
  expect(streamedViews.get()).toEqual(new Set())
  hasStreams = false
  streams[0]?.controller.close()
  await pass(0)
  expect(streamedViews.get()).toBe(undefined)
})

test('a tab that is opened later knows that another has a live stream', async () => {
  await follow()
  send('data: {"unread":3}\n\n')
  await pass(0)
  const answered = Promise.withResolvers<unknown>()
  const tab = new BroadcastChannel('live ada')
  tab.addEventListener('message', ({ data }) => answered.resolve(data))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes no target
  tab.postMessage('who')
  expect(await answered.promise).toEqual({ streamed: new Set() })
  tab.close()
})

test('without a stream, the unread count is requested at growing intervals of at most a minute', async () => {
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

function open(...views: LiveView[]) {
  shown = views
  showOther()
}
const viewsOf = ({ url }: (typeof streams)[number]) =>
  new URL(url, 'http://localhost').searchParams.getAll('view')

test('a page opens a new stream when it shows another live view, not when it shows fewer', async () => {
  shown = ['meetings']
  await follow()
  send('data: {"unread":0}\n\n')
  await pass(0)
  open('roster:1', 'waitlist:1')
  await pass(0.1)
  open('roster:1')
  await pass(0.2)
  expect(streams.map((stream) => [viewsOf(stream), stream.signal.aborted])).toEqual([
    [['meetings'], true],
    [['roster:1'], false],
  ])
  // Until the new one is open, the page polls only the views that the old one did not cover.
  expect(streamedViews.get()).toEqual(new Set(['meetings']))
  send('data: {"unread":0}\n\n')
  await pass(0)
  expect(streamedViews.get()).toEqual(new Set(['roster:1']))
  open()
  await pass(10)
  expect([streams.length, stale, asked]).toEqual([2, [], []])
})

test('stale views are reported to the page and to the other tabs', async () => {
  shown = ['roster:1']
  await follow()
  const tab = new BroadcastChannel('live ada')
  const told = Promise.withResolvers<unknown>()
  tab.addEventListener('message', ({ data }) => 'stale' in data && told.resolve(data))
  send('data: {"unread":0}\n\ndata: {"stale":["roster:1"]}\n\n')
  await pass(0)
  expect(stale).toEqual([['roster:1']])
  expect(await told.promise).toEqual({ stale: ['roster:1'] })
  tab.close()
})

test('a stream also covers the views of the other tabs', async () => {
  shown = ['roster:1']
  await follow()
  send('data: {"unread":0}\n\n')
  await pass(0)
  const tab = new BroadcastChannel('live ada')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes no target
  tab.postMessage({ tab: 'other', shows: ['meeting:2'] })
  await vi.waitFor(async () => {
    await pass(0.3)
    expect(streams).toHaveLength(2)
  })
  expect(viewsOf(streams[1]!)).toEqual(['roster:1', 'meeting:2'])
  tab.close()
})

test('a page ignores messages from tabs of an earlier build', async () => {
  await follow()
  const tab = new BroadcastChannel('stream ada')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel takes no target
  tab.postMessage({ unread: { unread: 5 } })
  send('data: {"unread":3}\n\n')
  await pass(1)
  expect(seen).toEqual([3])
  tab.close()
})

test('all views of the page are stale after an outage, but not at the start', async () => {
  shown = ['roster:1', 'announcements:1']
  await follow()
  send('data: {"unread":0}\n\n')
  await pass(0)
  expect(stale).toEqual([])
  streams[0]?.controller.close()
  await pass(1)
  send('data: {"unread":0}\n\n')
  await pass(0)
  expect([streams.length, stale]).toEqual([2, [['roster:1', 'announcements:1']]])
})

test('a stream that cannot be opened for another view leaves the page without one', async () => {
  shown = ['meetings']
  await follow()
  send('data: {"unread":0}\n\n')
  await pass(0)
  hasStreams = false
  open('roster:1')
  await pass(0.3)
  expect(streamedViews.get()).toBe(undefined)
})
