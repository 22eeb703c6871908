import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createMemoryStorage } from '#client/testing/memory-storage.ts'

import { devicePush, forgetDevice, prepareDevice, switchOff, switchOn } from './device.ts'

const KEY = 'BDzXe0Onn0g4R7MOkOzCTA'
const OTHER_KEY = 'AAAAAAAAAAAAAAAAAAAAAA'
const ENDPOINT = 'https://push.example/'

interface Subscription {
  endpoint: string
  options: { applicationServerKey: ArrayBuffer | null }
  toJSON: () => object
  unsubscribe: () => Promise<boolean>
}

/** The browser's subscription, as its own API returns it. */
let subscription: Subscription | null
let permission: NotificationPermission
let answer: NotificationPermission
let subscribeError: Error | undefined
/** The worker of a browser that installs it for the first time. */
let installing: (EventTarget & { state: ServiceWorkerState }) | undefined
/** The server's answers, and the requests it received. */
let status: number
let asked: [method: string, path: string][]
let count: number

function subscribed(key: string | null): Subscription {
  count += 1
  const made: Subscription = {
    endpoint: `${ENDPOINT}${count}`,
    options: { applicationServerKey: key === null ? null : bytesOf(key) },
    toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    async unsubscribe() {
      if (subscription === made) subscription = null
      return true
    },
  }
  return made
}

const bytesOf = (key: string): ArrayBuffer => {
  const bytes = Buffer.from(key, 'base64url')
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
}

beforeEach(() => {
  subscription = null
  permission = 'default'
  answer = 'granted'
  subscribeError = undefined
  installing = undefined
  status = 204
  asked = []
  count = 0
  const pushManager = {
    getSubscription: async () => subscription,
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      if (subscribeError) throw subscribeError
      subscription = subscribed(applicationServerKey)
      return subscription
    },
  }
  const registration = {
    pushManager,
    get installing() {
      return installing
    },
  }
  const storage = createMemoryStorage()
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: {
      register: async () => registration,
      getRegistration: async () => registration,
    },
  })
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: async () => (permission = answer),
  })
  vi.stubGlobal('localStorage', {
    getItem: storage.read,
    setItem: storage.write,
    removeItem: storage.remove,
  })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push([method, url])
    if (status === 0) throw new TypeError('no network')
    if (status === 204) return new Response(null, { status })
    const problem = { type: 'about:blank', title: 'Refused', status, code: 'refused', requestId: 'r' }
    return Response.json(problem, { status, headers: { 'content-type': 'application/problem+json' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('push is on once the browser allows it and the server knows it, and only for the member who switched it on', async () => {
  expect(await devicePush('ada', KEY)).toBe('off')
  await switchOn('ada', KEY)
  expect(await devicePush('ada', KEY)).toBe('on')
  expect(await devicePush('ben', KEY)).toBe('off')
  expect(asked).toEqual([['POST', '/api/push']])
})

test.for([
  ['denied', 'blocked'],
  ['default', 'off'],
] as const)('push stays off without the permission: %s', async ([given, state]) => {
  answer = given
  await switchOn('ada', KEY)
  expect(await devicePush('ada', KEY)).toBe(state)
  expect([subscription, asked]).toEqual([null, []])
})

test('push counts as off once the permission is revoked', async () => {
  await switchOn('ada', KEY)
  permission = 'denied'
  expect(await devicePush('ada', KEY)).toBe('blocked')
})

test('push is unavailable in a browser without service workers or a push service', async () => {
  vi.stubGlobal('window', {})
  expect(await devicePush('ada', KEY)).toBe('unsupported')
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('navigator', {})
  expect(await devicePush('ada', KEY)).toBe('unsupported')
  await prepareDevice('ada')
  await forgetDevice()
  expect(asked).toEqual([])
})

test('push stays off when the push service cannot be reached, and the error says so', async () => {
  subscribeError = new DOMException('push service not available', 'AbortError')
  await expect(switchOn('ada', KEY)).rejects.toThrow(DOMException)
  expect(await devicePush('ada', KEY)).toBe('off')
  expect(asked).toEqual([])
})

test.for([
  ['activated', 'on'],
  ['redundant', 'off'],
] as const)(
  'push waits for the worker of this browser, and is tried again after it failed: %s',
  async ([end, state]) => {
    installing = Object.assign(new EventTarget(), { state: 'installing' as ServiceWorkerState })
    const waits = vi.spyOn(installing, 'addEventListener')
    const switching = switchOn('ada', KEY).catch((error: unknown) => error)
    await vi.waitFor(() => expect(waits).toHaveBeenCalled())
    for (const next of ['installed', end] as const) {
      installing.state = next
      installing.dispatchEvent(new Event('statechange'))
    }
    expect((await switching) instanceof DOMException).toBe(state === 'off')
    expect(await devicePush('ada', KEY)).toBe(state)
    installing = undefined
    await switchOn('ada', KEY)
    expect(await devicePush('ada', KEY)).toBe('on')
  },
)

test.for([400, 409])('a refusal of the server with %i leaves no subscription', async (code) => {
  status = code
  await expect(switchOn('ada', KEY)).rejects.toMatchObject({ status: code })
  expect(subscription).toBeNull()
  expect(await devicePush('ada', KEY)).toBe('off')
})

test('a subscription for an earlier key of the server counts as off, and is replaced', async () => {
  await switchOn('ada', OTHER_KEY)
  expect(await devicePush('ada', KEY)).toBe('off')
  await switchOn('ada', KEY)
  expect(await devicePush('ada', KEY)).toBe('on')
  expect(subscription?.endpoint).toBe(`${ENDPOINT}2`)
})

test('push is on in a browser that does not reveal the key of its subscription', async () => {
  await switchOn('ada', KEY)
  subscription!.options.applicationServerKey = null
  expect(await devicePush('ada', KEY)).toBe('on')
})

test('the app confirms the browser’s subscription at the start, even one that the browser replaced', async () => {
  await switchOn('ada', KEY)
  subscription = subscribed(KEY)
  asked = []
  await prepareDevice('ada')
  expect(asked).toEqual([['POST', '/api/push']])
  expect(await devicePush('ada', KEY)).toBe('on')
})

test('a sign-in ends the push subscription of the previous person', async () => {
  await switchOn('ada', KEY)
  asked = []
  await prepareDevice('ben')
  expect([subscription, asked]).toEqual([null, []])
})

test('push can be switched off without a connection', async () => {
  await switchOn('ada', KEY)
  status = 404
  await switchOff()
  expect(subscription).toBeNull()
  expect(await devicePush('ada', KEY)).toBe('off')
  expect(asked.at(-1)).toEqual(['DELETE', expect.stringMatching(/^\/api\/push\/[\w-]{43}$/)])
})

test('no push message arrives on this device after a sign-out', async () => {
  await switchOn('ada', KEY)
  asked = []
  await forgetDevice()
  expect([subscription, asked]).toEqual([null, []])
  expect(await devicePush('ada', KEY)).toBe('off')
})
