import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'
import { SECOND } from '#shared/lib/durations.ts'

const ORIGIN = 'https://guildhall.test'

type Listener = (event: object) => void
const listeners = new Map<string, Listener>()
const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>(async () => {})
const openWindow = vi.fn<(url: string) => Promise<null>>(async () => null)
const focus = vi.fn<() => Promise<void>>(async () => {})
const fetchMock = vi.fn<typeof fetch>()

/** The global scope that a browser gives a service worker. */
beforeAll(async () => {
  const scope = {
    OFFLINE_FILES: '/assets/offline-1',
    location: { origin: ORIGIN },
    registration: { showNotification },
    clients: { openWindow, matchAll: async () => [{ url: `${ORIGIN}/event/open`, focus }] },
    caches: { match: async (file: string) => new Response(file) },
    fetch: fetchMock,
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  }
  for (const [name, value] of Object.entries(scope)) vi.stubGlobal(name, value)
  await import('./worker.ts')
})
afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  for (const mock of [showNotification, openWindow, focus]) mock.mockClear()
  fetchMock.mockReset()
})

async function dispatch(type: string, event: object) {
  const work: Promise<unknown>[] = []
  const record = (each: Promise<unknown>) => void work.push(each)
  listeners.get(type)?.({ ...event, waitUntil: record, respondWith: record })
  return Promise.all(work)
}

const request = (path: string, more: object = {}) => ({
  clientId: '',
  resultingClientId: '',
  request: { url: ORIGIN + path, method: 'GET', mode: 'navigate', destination: 'document', ...more },
})

/** The browser opens a page, for which the worker has a response. @returns addresses of the calls that the worker sends */
async function open(path: string, page: string) {
  fetchMock.mockImplementation(async (url) => new Response(`answer to ${url as string}`))
  await dispatch('fetch', {
    ...request(path),
    resultingClientId: page,
    preloadResponse: Promise.resolve(new Response('the app')),
  })
  const sent = fetchMock.mock.calls.map(([url]) => url)
  fetchMock.mockReset()
  return sent
}

/** A page sends a call. @returns the worker's answer; undefined if the browser sends the call itself */
async function answerTo(url: string, page: string, version = `${API_VERSION}`) {
  const headers = new Headers({ [CLIENT_VERSION_HEADER]: version })
  const event = { ...request(url, { mode: 'cors', destination: '', headers }), clientId: page }
  const [answer] = (await dispatch('fetch', event)) as Response[]
  return answer?.text()
}

test('a push message shows what the list in the app shows', async () => {
  const message = { title: 'Guildhall', text: 'A seat opened up.', path: '/event/one', id: 'n1' }
  await dispatch('push', { data: { json: () => message } })
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    'Guildhall',
    expect.objectContaining({ body: 'A seat opened up.', tag: 'n1', data: { path: '/event/one' } }),
  )
})

test('a message without content shows something, as browsers require', async () => {
  await dispatch('push', { data: null })
  expect(showNotification).toHaveBeenCalledOnce()
})

test.for([
  ['opens its subject', '/event/one', `${ORIGIN}/event/one`],
  ['never leads elsewhere', '//elsewhere.test/', ORIGIN],
  ['never runs a script', 'javascript:alert(1)', ORIGIN],
] as const)('a click on a notification %s', async ([, path, url]) => {
  const close = vi.fn<() => void>()
  await dispatch('notificationclick', { notification: { close, data: { path } } })
  expect(close).toHaveBeenCalledOnce()
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(url)
})

test('a window that shows the subject is focused', async () => {
  await dispatch('notificationclick', { notification: { close() {}, data: { path: '/event/open' } } })
  expect(focus).toHaveBeenCalledOnce()
  expect(openWindow).not.toHaveBeenCalled()
})

test('a page comes from the network, or from storage without a connection', async () => {
  const online = new Response('the app')
  fetchMock.mockResolvedValueOnce(online)
  expect(await dispatch('fetch', request('/events'))).toEqual([online])
  fetchMock.mockRejectedValueOnce(new TypeError('no network'))
  const [stored] = (await dispatch('fetch', request('/events'))) as [Response]
  expect(await stored.text()).toBe('/offline.html')
})

test('a page that the browser has preloaded is not requested again', async () => {
  const preloaded = new Response('the app')
  const event = { ...request('/events'), preloadResponse: Promise.resolve(preloaded) }
  expect(await dispatch('fetch', event)).toEqual([preloaded])
  expect(fetchMock).not.toHaveBeenCalled()
})

test('a failed preload shows the offline page at once', async () => {
  const event = { ...request('/events'), preloadResponse: Promise.reject(new TypeError('no network')) }
  const [stored] = (await dispatch('fetch', event)) as [Response]
  expect(await stored.text()).toBe('/offline.html')
  expect(fetchMock).not.toHaveBeenCalled()
})

test('while a member’s page is loading, the worker sends the first calls of that page', async () => {
  expect(await open('/event/one', 'page')).toEqual(['/api/session', '/api/me', '/api/events/one'])
  expect(await answerTo('/api/events/one', 'page')).toBe('answer to /api/events/one')
  expect(await answerTo('/api/me', 'page')).toBe('answer to /api/me')
})

test.for(['/', '/settings', '/events?list=mine', '/event/one/roster'])(
  'the worker sends no calls for %s, because its first calls are not known',
  async (path) => expect(await open(path, 'page')).toEqual([]),
)

test('the worker sends no calls for a page without a client id', async () => {
  expect(await open('/dashboard', '')).toEqual([])
})

test('an early response is used once, and only by its own page', async () => {
  await open('/dashboard', 'one')
  expect(await answerTo('/api/me', 'other')).toBeUndefined()
  expect(await answerTo('/api/me', 'one')).toBe('answer to /api/me')
  expect(await answerTo('/api/me', 'one')).toBeUndefined()
})

test('an early response is not used after 30 seconds', async () => {
  vi.useFakeTimers()
  await open('/dashboard', 'page')
  vi.advanceTimersByTime(30 * SECOND)
  expect(await answerTo('/api/me', 'page')).toBeUndefined()
})

test('a page of a later release sends its calls itself', async () => {
  await open('/dashboard', 'page')
  expect(await answerTo('/api/me', 'page', `${API_VERSION + 1}`)).toBeUndefined()
})

test('without a connection, the calls fail and the offline page is shown', async () => {
  fetchMock.mockRejectedValue(new TypeError('no network'))
  const event = { ...request('/dashboard'), resultingClientId: 'page' }
  const [stored] = (await dispatch('fetch', event)) as [Response]
  expect(await stored.text()).toBe('/offline.html')
  await expect(answerTo('/api/me', 'page')).rejects.toThrow('no network')
})

test.for([
  ['scripts', request('/assets/app.js', { mode: 'cors', destination: 'script' })],
  ['calls', request('/api/me', { mode: 'cors', destination: '' })],
  ['writes', request('/events', { method: 'POST' })],
  ['frames', request('/__/auth/iframe', { destination: 'iframe' })],
  [
    'other origins',
    { ...request(''), request: { ...request('').request, url: 'https://apis.google.com/js/api.js' } },
  ],
] as const)('the browser handles %s as if there were no service worker', async ([, event]) => {
  expect(await dispatch('fetch', event)).toEqual([])
  expect(fetchMock).not.toHaveBeenCalled()
})
