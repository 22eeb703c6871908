import type { Body } from '#shared/api.ts'
import type { Push } from '#shared/notifications/push.ts'
import { checkInCodes } from '#client/modules/attendance/check-in/kept-codes.ts'
import { checkInLists, encryptedLists } from '#client/modules/attendance/check-in/kept-lists.ts'
import { request } from '#client/lib/request.ts'
import { deviceStorage } from '#client/lib/storage/storage.ts'

/** The member who has switched push notifications on in this browser. */
const OWNER = 'pushMember'

/** `blocked` by the person, in the settings of the browser. */
type DevicePush = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The worker also shows the offline page, so every signed-in browser has it. */
async function registered() {
  if (!('serviceWorker' in navigator)) return undefined
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}

/** Called when the app starts. Confirms the member's subscription, and ends that of anyone else. */
export async function prepareDevice(uid: string) {
  // Also removes what is outdated.
  encryptedLists.read(Date.now())
  const registration = await registered()
  if (!isSupported()) return
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  if (deviceStorage.read(OWNER) === uid) await confirm(subscription)
  else await subscription.unsubscribe()
}

/** @param publicKey of the server: a browser that was subscribed for another one gets no messages */
export async function devicePush(uid: string, publicKey: string): Promise<DevicePush> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  const isOn = subscription && isFor(subscription, publicKey) && deviceStorage.read(OWNER) === uid
  return isOn ? 'on' : 'off'
}

/**
 * It can subscribe only once its worker is active.
 * @throws DOMException when the worker cannot be installed, which `navigator.serviceWorker.ready` never reports
 */
async function activeRegistration() {
  const registration = (await registered())!
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return registration
  const { promise, resolve, reject } = Promise.withResolvers<ServiceWorkerRegistration>()
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') resolve(registration)
    if (worker.state === 'redundant') reject(new DOMException(worker.state, 'AbortError'))
  })
  return promise
}

/**
 * Must be called on a click: the browser asks for permission, and push stays off without it.
 * @throws DOMException when the browser's push service cannot be reached, and errors of `request`; push is off then
 */
export async function switchOn(uid: string, publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted') return
  const { pushManager } = await activeRegistration()
  // A subscription of another member, or for another key of the server.
  const before = await pushManager.getSubscription()
  await before?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  try {
    await confirm(subscription)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  deviceStorage.write(OWNER, uid)
}

/** Needs no connection: the server forgets the browser with its next message at the latest. */
export async function switchOff(): Promise<void> {
  deviceStorage.remove(OWNER)
  const subscription = await ownSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await request('DELETE /api/push/:browserId', {
    params: { browserId: await idOf(subscription) },
  }).catch(() => {})
}

/** Called at the sign-out: nothing of the person appears on this device any more. Needs no connection. */
export async function forgetDevice() {
  checkInCodes.forgetAll()
  deviceStorage.remove(OWNER)
  await checkInLists.forgetAll()
  await (await ownSubscription())?.unsubscribe()
}

async function ownSubscription() {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager.getSubscription() ?? null
}

function confirm(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON() as Body<'POST /api/push'>
  return request('POST /api/push', { body: { endpoint, keys } })
}

/** Older browsers do not expose the key. */
const isFor = ({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string) =>
  !key || base64urlOf(key) === publicKey

/** SHA-256 of the endpoint in base64url, the server's id of the browser. */
const idOf = async ({ endpoint }: PushSubscription): Promise<Push['browsers'][number]['id']> =>
  base64urlOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))

const base64urlOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
