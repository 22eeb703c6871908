import type { Push } from '#shared/push.ts'
import { removeCheckInCodes } from '#client/lib/check-in-codes.ts'
import { request } from '#client/lib/request.ts'
import { deviceStorage } from '#client/lib/storage.ts'

export const PUSH_URL = '/api/push'
/** The member who has switched push notifications on in this browser. */
const OWNER = 'pushMember'

/** `blocked`: by the person, in the settings of the browser. */
export type DevicePush = 'unsupported' | 'blocked' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The worker also shows the offline page, so that every signed-in browser has it. */
async function registered() {
  if (!('serviceWorker' in navigator)) return undefined
  return navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
}

/** When the app starts. Confirms what the member has switched on here; what someone else has, ends. */
export async function prepareDevice(uid: string) {
  const registration = await registered()
  if (!isSupported()) return
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  if (deviceStorage.read(OWNER) === uid) await confirm(subscription)
  else await subscription.unsubscribe()
}

export async function devicePush(uid: string): Promise<DevicePush> {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription && deviceStorage.read(OWNER) === uid ? 'on' : 'off'
}

/** Call on a click: the browser asks for permission. @returns whether it was granted */
export async function switchOn(uid: string, publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const registration = await registered()
  // Of another member, or for another key of the server.
  const before = await registration?.pushManager.getSubscription()
  await before?.unsubscribe()
  const subscription = await registration?.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  if (!subscription) return false
  await confirm(subscription)
  deviceStorage.write(OWNER, uid)
  return true
}

export async function switchOff() {
  const subscription = await ownSubscription()
  if (!subscription) return
  await subscription.unsubscribe()
  await request(`${PUSH_URL}/${await idOf(subscription)}`, { method: 'DELETE' })
}

/** At the sign-out: nothing of the person appears on this device any more. Needs no connection. */
export async function forgetDevice() {
  removeCheckInCodes()
  deviceStorage.remove(OWNER)
  await (await ownSubscription())?.unsubscribe()
}

async function ownSubscription() {
  if (!isSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.pushManager.getSubscription() ?? null
}

function confirm(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON()
  return request(PUSH_URL, { method: 'POST', body: { endpoint, keys } })
}

/** SHA-256 of the endpoint, base64url: as the server names it. */
async function idOf({ endpoint }: PushSubscription): Promise<Push['browsers'][number]['id']> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
