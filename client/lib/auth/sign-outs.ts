import { deviceStorage } from '#client/lib/storage/storage.ts'

/** Holds the time of the latest sign-out in this browser and the user id, where every tab sees it. Never removed. */
const KEY = 'signed-out'
/** Time of the latest sign-out that this page knows of. */
let known = 0

/** Epoch milliseconds, later than that of every earlier sign-out; 0 before the first. */
export const latestSignOut = () => timeOf(deviceStorage.read(KEY))

export function recordSignOut(uid: string) {
  deviceStorage.write(KEY, `${Math.max(Date.now(), latestSignOut() + 1)} ${uid}`)
  known = latestSignOut()
}

/**
 * The latest sign-out before this page began to load: its first calls may be older than its scripts. A time in the
 * future means that the clock was set back.
 */
export function signOutBeforePage() {
  const at = latestSignOut()
  return at < performance.timeOrigin || at > Date.now() ? at : -1
}

/**
 * @param listener called with the user's id after a sign-out in another tab. Also called when the page returns from the
 * browser's cache, which delivers no events: without an id if nobody has signed out meanwhile
 * @returns a function that stops it
 */
export function onSignOut(listener: (uid?: string) => void) {
  const listening = new AbortController()
  const { signal } = listening
  known = latestSignOut()
  const takeNew = () => {
    const before = known
    known = latestSignOut()
    return known === before ? undefined : uidOf(deviceStorage.read(KEY))
  }
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key !== KEY) return
      known = latestSignOut()
      listener(uidOf(newValue))
    },
    { signal },
  )
  addEventListener('pageshow', () => listener(takeNew()), { signal })
  return () => listening.abort()
}

const uidOf = (text: string | null) => text?.split(' ')[1]

/** The last time that a `Date` can have. */
const MAX_TIME = 8.64e15

function timeOf(text: string | null) {
  const time = Number.parseInt(text ?? '', 10)
  return time >= 0 && time < MAX_TIME ? time : 0
}
