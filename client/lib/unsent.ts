import { createObservable } from './observable.ts'
import { deviceStorage, keysUnder } from './storage.ts'

/**
 * Of the keys of what someone did without a network and the server has yet to hear. On the device, since it may
 * outlive the tab; by person, so that whoever signs in next neither sees nor sends it.
 */
export const unsentPrefix = (uid: string) => `unsent:${encodeURIComponent(uid)}:`

/** Whether there is any in this tab. Told by whoever keeps it: the browser tells of what other tabs keep. */
export const unsentHere = createObservable(false)

/** For a sign-out that the person asked for; after one that befell them they find it again. */
export const removeUnsentOf = (uid: string) =>
  keysUnder(deviceStorage, unsentPrefix(uid)).forEach(deviceStorage.remove)
