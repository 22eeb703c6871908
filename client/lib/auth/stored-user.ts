import { deviceStorage, isObject, parseStored } from '#client/lib/storage/storage.ts'

/** The SDK's own entry. If its format changes, screens wait for the SDK. */
export const keyOfUser = (apiKey: string) => `firebase:authUser:${apiKey}:[DEFAULT]`

export function uidStoredAt(key: string): string | undefined {
  const uid = parseStored(deviceStorage.read(key), isObject)?.['uid']
  return typeof uid === 'string' ? uid : undefined
}
