import { deviceStorage } from './storage.ts'

/**
 * Keys of what someone did without a network and the server has yet to hear. On the device, since it may outlive the
 * tab; by person, so that whoever signs in next neither sees nor sends it.
 */
export const unsentPrefix = (uid: string) => `unsent:${encodeURIComponent(uid)}:`

const unsentKeys = (uid: string) => deviceStorage.keys().filter((key) => key.startsWith(unsentPrefix(uid)))

export const hasUnsent = (uid: string) => unsentKeys(uid).length > 0

/** For a sign-out that the person asked for; after one that befell them they find it again. */
export function removeUnsentOf(uid: string) {
  for (const key of unsentKeys(uid)) deviceStorage.remove(key)
}
