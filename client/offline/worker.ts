/**
 * The service worker. It answers navigations from the network, and with the offline page only if there is none, so
 * that an earlier release of the app is never shown. It stores only that page, and shows push messages. While a
 * member's page is on its way, it sends the calls that the page begins with, which saves a round trip.
 */
import { withId } from '#client/lib/early-reads.ts'
import { API_VERSION, CLIENT_VERSION_HEADER } from '#shared/lib/api-version.ts'
import { SECOND } from '#shared/lib/durations.ts'
import { firstReads, matcherOf, screens } from '#shared/lib/screens.ts'
import * as m from '#shared/app/messages.ts'
import type { PushMessage } from '#shared/notifications/push.ts'

const scope = globalThis as unknown as WorkerScope
/** Filled in by the server. */
const PRODUCT_NAME = '%PRODUCT_NAME%'
const PAGE = '/offline.html'
const SCRIPT = `${OFFLINE_FILES}.js`
const FILES = [PAGE, SCRIPT, `${OFFLINE_FILES}.css`, '/icon.svg']
const VERSION = `${API_VERSION}`
const EARLY_READS_LIFETIME = 30 * SECOND
/** Answers to the first calls of pages, by the id of the page and the address. A page gets each of them once. */
const earlyReads = new Map<string, Map<string, Promise<Response>>>()
/** Screens with calls of their own. Their paths do not contain the product's name. */
const SCREENS = screens('')
  .filter(({ reads }) => reads)
  .map((screen) => ({ isAt: matcherOf(screen), reads: firstReads(screen) }))
const CACHE = `offline ${OFFLINE_FILES} ${PRODUCT_NAME}`

scope.addEventListener('install', (event) => {
  event.waitUntil(store().then(() => scope.skipWaiting()))
})

scope.addEventListener('activate', (event) => {
  // The browser then asks for a page while it starts the worker, which takes a phone up to a quarter of a second.
  const preload = scope.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([removeOlder(), scope.clients.claim(), preload]))
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // Frames of the identity provider are not ours.
  if (request.mode === 'navigate') {
    if (request.destination !== 'document') return
    if (!search) readEarly(event.resultingClientId, pathname)
    event.respondWith(orStored(request, PAGE, event.preloadResponse))
    return
  }
  if (FILES.includes(pathname)) event.respondWith(orStored(request, pathname))
  const early = earlyAnswer(event.clientId, pathname + search)
  // The page may be of a later release than this worker.
  if (early && request.headers.get(CLIENT_VERSION_HEADER) === VERSION) event.respondWith(early)
})

scope.addEventListener('push', (event) => {
  const message = event.data?.json() as Partial<PushMessage> | undefined
  // Browsers revoke the permission of pages that show nothing.
  event.waitUntil(
    scope.registration.showNotification(message?.title ?? PRODUCT_NAME, {
      body: message?.text ?? m.pushText(),
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      data: { path: message?.path ?? '/dashboard' },
      tag: message?.id || undefined,
    }),
  )
})

scope.addEventListener('notificationclick', (event) => {
  const { notification } = event
  notification.close()
  const { path }: Pick<PushMessage, 'path'> = notification.data
  const url = new URL(path, location.origin)
  event.waitUntil(show(url.origin === location.origin ? url.href : location.origin))
})

/** Fails if another release is deployed meanwhile. The browser then installs that worker instead. */
async function store() {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))
  const page = await (await cache.match(PAGE))!.text()
  if (!page.includes(SCRIPT)) throw new Error('The offline page is of another release')
}

async function removeOlder() {
  const names = await caches.keys()
  // The worker of the next release has its files by now, or is storing them. It removes ours.
  if (scope.registration.installing ?? scope.registration.waiting) return
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

function readEarly(page: string, pathname: string) {
  const screen = SCREENS.find(({ isAt }) => isAt(pathname))
  if (!page || !screen) return
  const answers = screen.reads
    .map((url) => withId(url, pathname))
    .map((url) => [url, fetch(url, { headers: { [CLIENT_VERSION_HEADER]: VERSION } })] as const)
  earlyReads.set(page, new Map(answers))
  setTimeout(() => earlyReads.delete(page), EARLY_READS_LIFETIME)
  // An error also reaches the page, which asks again.
  for (const [, answer] of answers) answer.catch(() => {})
}

function earlyAnswer(page: string, url: string) {
  const answers = earlyReads.get(page)
  const answer = answers?.get(url)
  answers?.delete(url)
  return answer
}

async function orStored(request: Request, file: string, preloaded?: Promise<Response | undefined>) {
  try {
    return (await preloaded) ?? (await fetch(request))
  } catch {
    return (await caches.match(file, { cacheName: CACHE })) ?? Response.error()
  }
}

/** Uses a window that already shows it, otherwise a new one, so that unsent input elsewhere is left alone. */
async function show(url: string) {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((each) => each.url === url)
  await (shown ? shown.focus() : scope.clients.openWindow(url))
}
