/**
 * The service worker. It answers navigations from the network, and with the offline page only if there is none, so
 * that an earlier release of the app is never shown. It stores only that page, and shows push messages.
 */
import * as m from '#shared/app/messages.ts'
import type { PushMessage } from '#shared/notifications/push.ts'

const scope = globalThis as unknown as WorkerScope
/** Filled in by the server. */
const PRODUCT_NAME = '%PRODUCT_NAME%'
const PAGE = '/offline.html'
const FILES = [PAGE, '/offline.js', '/offline.css', '/icon.svg']
const CACHE = `offline ${OFFLINE_VERSION} ${PRODUCT_NAME}`

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
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  // Frames of the identity provider are not ours.
  if (request.mode === 'navigate') {
    if (request.destination === 'document') event.respondWith(orStored(request, PAGE, event.preloadResponse))
  } else if (FILES.includes(pathname)) event.respondWith(orStored(request, pathname))
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
      ...(message?.id && { tag: message.id }),
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

async function store() {
  const cache = await caches.open(CACHE)
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })))
}

async function removeOlder() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)))
}

async function orStored(request: Request, file: string, preloaded?: Promise<Response | undefined>) {
  try {
    return (await preloaded) ?? (await fetch(request))
  } catch {
    return (await caches.match(file)) ?? Response.error()
  }
}

/** Uses a window that already shows it, otherwise a new one, so that unsent input elsewhere is left alone. */
async function show(url: string) {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((each) => each.url === url)
  await (shown ? shown.focus() : scope.clients.openWindow(url))
}
